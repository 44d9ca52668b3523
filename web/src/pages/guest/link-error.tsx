import { Button, Loader } from '@mantine/core'
import { Link, Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Scene } from '../../ui/scene.tsx'
import { NotFound } from '../not-found.tsx'
import classes from './link-error.module.css'

/** Shown while the link is loading. */
export const LinkLoading = () => (
  <div className={classes.opening}>
    <Loader color="gray" size="md" />
  </div>
)

/** Whether an error makes the link unusable. A known link survives network and server errors. */
export const isLinkUnusable = (error: Error | null, isKnown: boolean): error is Error =>
  error !== null &&
  (!isKnown || (error instanceof ApiError && error.status >= 400 && error.status < 500))

/** The owner's account is restricted, so the link may work again later. */
const UNAVAILABLE = new Set(['share.unavailable', 'upload_request.unavailable'])

/** Explains why a link does not work. A missing link is shown as not found. */
export function LinkErrorPage({ error, retry }: { error: Error; retry: () => void }) {
  const [status, code] = error instanceof ApiError ? [error.status, error.problem?.code] : []
  if (UNAVAILABLE.has(code ?? '')) return <Navigate to="/temporary-unavailable" replace />
  return (
    <div className={classes.end}>
      {status === 404 ? <NotFound /> : <LinkRejected error={error} retry={retry} />}
    </div>
  )
}

function LinkRejected({ error, retry }: { error: Error; retry: () => void }) {
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
