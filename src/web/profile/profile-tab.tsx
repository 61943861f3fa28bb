import { useQuery } from '@tanstack/react-query'
import { errorWords } from '../platform/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Waiting } from '../ui/spinner.tsx'
import styles from './profile-form.module.css'
import { ProfileForm } from './profile-form.tsx'
import { fetchProfile } from './use-profile-edit.ts'

/** The profile as it is stored now, ready to be edited. */
export function ProfileTab({ onUnsaved }: { onUnsaved: (isUnsaved: boolean) => void }) {
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => fetchProfile(signal),
    // Read anew whenever the settings open; never again under an edit.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (profile.isPending) return <Waiting words="Loading your profile" />
  if (profile.isError) {
    return (
      <div className={styles.failed} role="alert">
        <p>{errorWords(profile.error)}</p>
        <Button onClick={() => void profile.refetch()}>Try again</Button>
      </div>
    )
  }
  return <ProfileForm start={profile.data} onUnsaved={onUnsaved} />
}
