import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useMatches, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { createShareScope } from '../../features/shares/share-scope.ts'
import { linkQuery, type OpenLink, openLinkOf } from '../../features/shares/sharing.api.ts'
import { ApiScopeContext } from '../../lib/api-scope.ts'
import { lastDownload } from '../../lib/start-download.ts'
import { useStore } from '../../lib/store.ts'
import { isDeadEnd, LinkErrorPage, Opening } from './link-error.tsx'
import { SharedLinkContext } from './shared-link.ts'

/** Finds out what a link leads to, and lets in whom it lets in. */
export function ShareGate() {
  const { token = '' } = useParams({ strict: false })
  // How soon it is asked for again depends on it.
  useStore(lastDownload)
  const { data, error, refetch } = useQuery(linkQuery(token))
  const link = useMemo(() => data && openLinkOf(data), [data])
  if (isDeadEnd(error, data !== undefined))
    return <LinkErrorPage error={error} retry={() => void refetch()} />
  if (!data) return <Opening />
  return link ? <Open link={link} /> : <Locked token={token} />
}

/** Nobody is let in before the password; afterwards it goes on where one wanted to. */
function Locked({ token }: { token: string }) {
  const { id } = useParams({ strict: false })
  // As it was when one came: on the way to the password the address changes.
  const [folder] = useState(id)
  const isAtLock = useIsAt('authenticate')
  if (isAtLock) return <Outlet />
  return (
    <Navigate
      to="/share/$token/authenticate"
      params={{ token }}
      search={folder ? { folder } : {}}
      replace
    />
  )
}

function Open({ link }: { link: OpenLink }) {
  const { token, type, itemId, name } = link
  const scope = useMemo(
    () => createShareScope(token, type === 'folder' ? { id: itemId, name } : null),
    [token, type, itemId, name],
  )
  const isAtFiles = useIsAt('files')
  const isAtFile = useIsAt('file')
  const { folder: wanted } = useLocation({ select: ({ search }) => search })
  const [folder] = useState(wanted)
  if (type === 'file' && !isAtFile)
    return <Navigate to="/share/$token/file" params={{ token }} replace />
  if (type === 'folder' && !isAtFiles)
    return (
      <Navigate
        to="/share/$token/files/{-$id}"
        params={{ token, id: folder }}
        replace
        search={{}}
      />
    )
  return (
    <ApiScopeContext value={scope}>
      <SharedLinkContext value={link}>
        <Outlet />
      </SharedLinkContext>
    </ApiScopeContext>
  )
}

/** By the page that is drawn: the address is ahead of it while the next one is loaded. */
const useIsAt = (page: 'authenticate' | 'files' | 'file'): boolean =>
  useMatches({ select: matches => matches.at(-1)?.routeId.split('/')[3] === page })
