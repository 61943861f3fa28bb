import { useLayoutEffect } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { enterApp } from '../platform/outside-script.ts'
import { paths, safeReturnUrl } from '../platform/paths.ts'
import { useSession } from '../platform/session-store.ts'
import { NoticeRegion } from '../ui/notice.tsx'
import { accessTo } from './access.ts'
import { BrokenPage } from './broken-page.tsx'
import { DeadEndPage } from './dead-end-page.tsx'
import { routes } from './routes.tsx'

/** The whole app: the routes, each behind its access check, and the notices above them. */
export function App() {
  return (
    <BrokenPage>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Switch>
        <Route path="/">
          <Home />
        </Route>
        {routes.map(row => (
          <Route key={row.path} path={row.path}>
            {params => <Gate row={row} params={params as Record<string, string | undefined>} />}
          </Route>
        ))}
        <Route>
          <DeadEndPage kind="missing" />
        </Route>
      </Switch>
      <NoticeRegion />
    </BrokenPage>
  )
}

function Home() {
  return <Redirect to={useSession() ? paths.app : paths.login} replace />
}

/** Whoever is signed in has nothing to do on a sign-in screen. */
function EnterApp({ path }: { path: string }) {
  useLayoutEffect(() => enterApp(path), [path])
  return null
}

function Gate({ row, params }: { row: (typeof routes)[number]; params: Record<string, string | undefined> }) {
  const session = useSession()
  const [location] = useLocation()
  const search = useSearch()
  switch (accessTo(row, session)) {
    case 'sign-in':
      return (
        <Redirect
          to={paths.loginWithReturn(location + (search && `?${search}`) + window.location.hash)}
          replace
        />
      )
    case 'go-home':
      return <EnterApp path={safeReturnUrl(search)} />
    case 'denied':
      return <DeadEndPage kind="denied" />
    case 'open':
      return <row.page params={params} />
  }
}
