import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useMatches, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { createShareScope } from '../../features/shares/share-scope.ts'
import { linkQuery, type OpenLink, openLinkOf } from '../../features/shares/sharing.api.ts'
import { ApiScopeContext } from '../../lib/api-scope.ts'
import { lastDownload } from '../../lib/start-download.ts'
import { useStore } from '../../lib/store.ts'
import { isLinkUnusable, LinkErrorPage, LinkLoading } from './link-error.tsx'
import { SharedLinkContext } from './shared-link.ts'

/** Loads a share and shows its page, or the password form while it is locked. */
export function ShareGate() {
  const { token = '' } = useParams({ strict: false })
  // The refetch interval depends on the last download.
  useStore(lastDownload)
  const { data, error, refetch } = useQuery(linkQuery(token))
  const link = useMemo(() => data && openLinkOf(data), [data])
  if (isLinkUnusable(error, data !== undefined))
    return <LinkErrorPage error={error} retry={() => void refetch()} />
  if (!data) return <LinkLoading />
  return link ? <OpenShare link={link} /> : <LockedShare token={token} />
}

/** Shows the password form, and the requested folder after it. */
function LockedShare({ token }: { token: string }) {
  const { id } = useParams({ strict: false })
  // Remembered from the first render, because the redirect changes the URL.
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

function OpenShare({ link }: { link: OpenLink }) {
  const { token, type, itemId, name } = link
  const scope = useMemo(
    () => createShareScope(token, type === 'folder' ? { id: itemId, name } : null),
    [token, type, itemId, name],
  )
  const isAtFiles = useIsAt('files')
  const isAtFile = useIsAt('file')
  const { folder: requestedFolder } = useLocation({ select: ({ search }) => search })
  const [folder] = useState(requestedFolder)
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

/** Based on the rendered route, because the URL changes before the next page is loaded. */
const useIsAt = (page: 'authenticate' | 'files' | 'file'): boolean =>
  useMatches({ select: matches => matches.at(-1)?.routeId.split('/')[3] === page })
