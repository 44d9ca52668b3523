import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useLocation, useMatches, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shareDoor } from '../../features/sharing/share-door.ts'
import { linkQuery, type OpenLink, openLinkOf } from '../../features/sharing/sharing.api.ts'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { DoorContext } from '../../lib/door.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Scene } from '../../ui/scene.tsx'
import classes from './share-gate.module.css'
import { SharedLinkContext } from './shared-link.ts'

/** Finds out what a link leads to, and lets in whom it lets in. */
export function ShareGate() {
  const { token = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(linkQuery(token))
  const link = useMemo(() => data && openLinkOf(data), [data])
  // Away for a moment, the server has not taken back what it said.
  if (error && (!data || (error instanceof ApiError && error.status >= 400 && error.status < 500)))
    return <DeadEnd error={error} retry={() => void refetch()} />
  if (!data) return <Opening />
  return link ? <Open link={link} /> : <Locked token={token} />
}

const Opening = () => (
  <div className={classes.opening}>
    <Loader color="gray" size="md" />
  </div>
)

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
  const door = useMemo(
    () => shareDoor(token, type === 'folder' ? { id: itemId, name } : null),
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
    <DoorContext value={door}>
      <SharedLinkContext value={link}>
        <Outlet />
      </SharedLinkContext>
    </DoorContext>
  )
}

/** By the page that is drawn: the address is ahead of it while the next one is loaded. */
const useIsAt = (page: 'authenticate' | 'files' | 'file'): boolean =>
  useMatches({ select: matches => matches.at(-1)?.routeId.split('/')[3] === page })

/** Says what has become of the link, and what can be done. */
function DeadEnd({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation()
  const problem = error instanceof ApiError ? error.problem : null
  const isOver = error instanceof ApiError && (error.status === 404 || error.status === 410)
  const title = problem?.title ?? t('sharing.failed')
  usePageTitle(title)
  return (
    <div className={classes.end}>
      <EmptyState
        level={1}
        picture={<Scene time="night" />}
        title={title}
        text={problem?.message ?? t('shell.offline')}
      >
        {isOver ? (
          <Button variant="default" renderRoot={props => <Link to="/" {...props} />}>
            {t('not_found.to_start')}
          </Button>
        ) : (
          <Button onClick={retry}>{t('files.retry')}</Button>
        )}
      </EmptyState>
    </div>
  )
}
