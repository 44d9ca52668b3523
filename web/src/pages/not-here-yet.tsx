import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../lib/document-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Scene } from '../ui/scene.tsx'
import classes from './not-here-yet.module.css'

/** The page for addresses of features that are not built yet. */
export function NotHereYetPage() {
  const { t } = useTranslation()
  const placeholder = useMatches({ select: matches => matches.at(-1)?.staticData.placeholder })
  const title = placeholder ? t(placeholder.title) : ''
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <PageHeader title={title} />
      <EmptyState
        picture={<Scene time="dawn" />}
        title={t('later.title')}
        text={placeholder && t(placeholder.text)}
      />
    </div>
  )
}
