import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { messages } from '../../contract/messages.ts'
import type { getProfile, updateProfile, VersionedProfile } from '../../contract/profile.ts'
import { profileOf, profileProblems } from '../../contract/profile-rules.ts'
import type { Problems } from '../../contract/registration.ts'
import { call } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorWords } from '../platform/error-text.ts'
import { updateUser } from '../platform/session-store.ts'
import { showNotice } from '../ui/notice.tsx'
import { type Draft, differingFields, draftOf, type ProfileField, rebase } from './profile-draft.ts'

export const fetchProfile = (signal?: AbortSignal) =>
  call<typeof getProfile>({ method: 'GET', path: '/accounts/profile', ...(signal && { signal }) })

/**
 * One edit of the profile: what was typed over which state of it, and what came of saving it. `onProblems` hears which
 * fields failed, so that the form can lead there.
 */
export function useProfileEdit(start: VersionedProfile, onProblems: (problems: Problems) => void) {
  const [base, setBase] = useState(start)
  const [draft, setDraft] = useState(() => draftOf(start.user))
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  /** The profile as somebody else left it while this edit was open. */
  const [newer, setNewer] = useState<VersionedProfile | null>(null)

  function show(found: Problems) {
    setProblems(found)
    onProblems(found)
  }

  async function save(sent: Draft = draft, version: string = base.version) {
    if (isBusy) return
    setFailure(null)
    const found = profileProblems(sent)
    show(found)
    if (Object.keys(found).length > 0) return
    setIsBusy(true)
    try {
      const body = { ...profileOf(sent), version }
      saved(
        sent,
        await call<typeof updateProfile>({ method: 'POST', path: '/accounts/update_profile', body }),
      )
    } catch (error) {
      await refused(error)
    } finally {
      setIsBusy(false)
    }
  }

  function saved(sent: Draft, { user, version }: VersionedProfile) {
    setBase({ user, version })
    setNewer(null)
    // What was typed while it was on its way stays.
    setDraft(typed => rebase(sent, typed, draftOf(user)))
    updateUser(user)
    showNotice(messages.settingsSaved, { durationMs: limits.savedNoticeMs })
  }

  async function refused(error: unknown) {
    if (error instanceof ApiError && error.code === 'stale_edit') {
      try {
        setNewer(await fetchProfile())
      } catch (cause) {
        setFailure(errorWords(cause))
      }
      return
    }
    const byField = error instanceof ApiError ? error.errors : {}
    show(byField)
    if (Object.keys(byField).length === 0) setFailure(errorWords(error))
  }

  function type(field: ProfileField, text: string) {
    setDraft(typed => ({ ...typed, [field]: text }))
    setProblems(known => Object.fromEntries(Object.entries(known).filter(([name]) => name !== field)))
  }

  /** Lays what was typed over the newer profile and saves that. */
  function keepMine(theirs: VersionedProfile) {
    const merged = rebase(draftOf(base.user), draft, draftOf(theirs.user))
    setBase(theirs)
    setDraft(merged)
    setNewer(null)
    void save(merged, theirs.version)
  }

  function takeTheirs(theirs: VersionedProfile) {
    setBase(theirs)
    setDraft(draftOf(theirs.user))
    setNewer(null)
    setProblems({})
    updateUser(theirs.user)
  }

  return {
    ...{ base, draft, problems, failure, isBusy, newer },
    isUnsaved: differingFields(draftOf(base.user), draft).length > 0,
    ...{ type, save, keepMine, takeTheirs },
  }
}
