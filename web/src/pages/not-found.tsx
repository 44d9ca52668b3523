import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../lib/document-title.ts'
import { NO_FOLDER } from '../lib/no-folder.ts'
import { isSignedIn } from '../lib/session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Scene } from '../ui/scene.tsx'
import classes from './full-page.module.css'

export const NotFoundPage = () => (
  <main className={classes.page} tabIndex={-1}>
    <NotFound />
  </main>
)

/** The content of the not-found page, for use inside a layout. */
export function NotFound() {
  const { t } = useTranslation()
  usePageTitle(t('not_found.title'))
  return (
    <EmptyState
      level={1}
      picture={<Scene time="night" />}
      title={t('not_found.title')}
      text={t('not_found.text')}
    >
      <Button
        renderRoot={props => (
          <Link to={isSignedIn() ? '/platform/files/{-$id}' : '/'} params={NO_FOLDER} {...props} />
        )}
      >
        {t(isSignedIn() ? 'open.to_files' : 'not_found.to_start')}
      </Button>
    </EmptyState>
  )
}
