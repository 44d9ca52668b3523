import type { ActivityEntry } from '@coffer/contract/audit'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { FactList, FactRow } from '../../ui/fact-list.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { activityQuery } from './audit.api.ts'
import classes from './audit.module.css'

/** Recent events of the account: sign-ins, factors, links and changes by administrators. */
export function RecentActivity() {
  const { t, i18n } = useTranslation()
  const query = useInfiniteQuery(activityQuery(i18n.language))
  const entries = query.data?.pages.flatMap(page => page.data)
  return (
    <SectionCard title={t('activity.title')} text={t('activity.text')}>
      {entries ? (
        <FactList label={t('activity.title')}>
          {entries.map(entry => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </FactList>
      ) : query.isError ? (
        <PartFailure retry={query.refetch} />
      ) : (
        <Skeleton height={40} aria-busy />
      )}
      {entries?.length === 0 && <p>{t('activity.none')}</p>}
      {query.hasNextPage && (
        <Button
          className={classes.more ?? ''}
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('activity.more')}
        </Button>
      )}
    </SectionCard>
  )
}

function ActivityRow({ entry: { attributes } }: { entry: ActivityEntry }) {
  const format = useFormat()
  const { text, at, device, ip } = attributes
  return (
    <FactRow
      icon={History}
      name={text}
      facts={[format.dateTime(at), device, ip].filter(Boolean).join(' · ')}
      exact={format.exactDate(at)}
    />
  )
}
