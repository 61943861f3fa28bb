import { useEffect } from 'react'
import { paths } from '../platform/paths.ts'
import { Waiting } from '../ui/spinner.tsx'
import { logOut } from './log-in.ts'

/** Clears the session and loads the login page afresh, so that nothing of the account stays in memory. */
export function LogoutPage() {
  useEffect(() => {
    void logOut().finally(() => window.location.replace(paths.login))
  }, [])
  return <Waiting words="Logging out" />
}
