import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../lib/document-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Scene } from '../ui/scene.tsx'
import classes from './full-page.module.css'

/** Shown when a page could not be loaded, with a button to try again. */
export function FailurePage() {
  const { t } = useTranslation()
  const router = useRouter()
  usePageTitle(t('popup_error.title'))
  return (
    <main className={classes.page} tabIndex={-1}>
      <EmptyState
        level={1}
        picture={<Scene time="night" />}
        title={t('popup_error.title')}
        text={t('failure.text')}
      >
        <Button onClick={() => router.invalidate()}>{t('failure.again')}</Button>
      </EmptyState>
    </main>
  )
}
