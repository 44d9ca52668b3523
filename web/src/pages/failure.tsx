import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../lib/document-title.ts'
import { isPartError } from '../lib/load-part.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Scene } from '../ui/scene.tsx'
import classes from './full-page.module.css'

/**
 * Shown when a page could not be loaded, with a button to try again. React keeps the failure of a lazy
 * component, so that only reloading loads a part again.
 */
export function FailurePage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const { t } = useTranslation()
  const router = useRouter()
  const isOfPart = isPartError(error)
  usePageTitle(t('popup_error.title'))
  return (
    <main className={classes.page} tabIndex={-1}>
      <EmptyState
        level={1}
        picture={<Scene time="night" />}
        title={t('popup_error.title')}
        text={t('failure.text')}
      >
        <Button onClick={() => (isOfPart ? location.reload() : router.invalidate())}>
          {t('failure.again')}
        </Button>
        {isOfPart && <code className={classes.detail}>{error.message}</code>}
      </EmptyState>
    </main>
  )
}
