import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../lib/document-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Scene } from '../ui/scene.tsx'
import classes from './full-page.module.css'

/** Shown instead of a page that could not be loaded. Never a dead end: it can be tried again. */
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
