import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../lib/document-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Scene } from '../ui/scene.tsx'
import classes from './not-here-yet.module.css'

/** An honest word about a page that is still to be built: what will be found there. */
export function NotHereYetPage() {
  const { t } = useTranslation()
  const later = useMatches({ select: matches => matches.at(-1)?.staticData.later })
  const title = later ? t(later.title) : ''
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <PageHead title={title} />
      <EmptyState
        picture={<Scene time="dawn" />}
        title={t('later.title')}
        text={later && t(later.text)}
      />
    </div>
  )
}
