import { Button, Loader } from '@mantine/core'
import { Link, Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Scene } from '../../ui/scene.tsx'
import { NotFound } from '../not-found.tsx'
import classes from './link-error.module.css'

/** While it is asked what a link leads to. */
export const Opening = () => (
  <div className={classes.opening}>
    <Loader color="gray" size="md" />
  </div>
)

/** Away for a moment, the server has not taken back what it said of a link. */
export const isDeadEnd = (error: Error | null, isKnown: boolean): error is Error =>
  error !== null &&
  (!isKnown || (error instanceof ApiError && error.status >= 400 && error.status < 500))

/** The owner's account is restricted: it may be there again by and by. */
const UNAVAILABLE = new Set(['share.unavailable', 'upload_request.unavailable'])

/** Says what has become of the link, and what can be done. Spec §8: a missing one is NotFound. */
export function LinkErrorPage({ error, retry }: { error: Error; retry: () => void }) {
  const [status, code] = error instanceof ApiError ? [error.status, error.problem?.code] : []
  if (UNAVAILABLE.has(code ?? '')) return <Navigate to="/temporary-unavailable" replace />
  return (
    <div className={classes.end}>
      {status === 404 ? <NotFound /> : <Refused error={error} retry={retry} />}
    </div>
  )
}

function Refused({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation()
  const problem = error instanceof ApiError ? error.problem : null
  const title = problem?.title ?? t('guest_shares.failed')
  usePageTitle(title)
  return (
    <EmptyState
      level={1}
      picture={<Scene time="night" />}
      title={title}
      text={problem?.message ?? t('shell.offline')}
    >
      {error instanceof ApiError && error.status === 410 ? (
        <Button variant="default" renderRoot={props => <Link to="/" {...props} />}>
          {t('not_found.to_start')}
        </Button>
      ) : (
        <Button onClick={retry}>{t('files.retry')}</Button>
      )}
    </EmptyState>
  )
}
