import type { Share, ShareEvent, ShareEventKind } from '@coffer/contract/shares'
import { Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  DoorOpen,
  Download,
  Eye,
  KeyRound,
  LockOpen,
  type LucideIcon,
  Trash2,
  Upload,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { ListRest } from '../../ui/list-rest.tsx'
import classes from './share-timeline.module.css'
import { eventsQuery } from './shares.api.ts'

const ICONS: Record<ShareEventKind, LucideIcon> = {
  opened: DoorOpen,
  wrong_password: KeyRound,
  unlocked: LockOpen,
  viewed: Eye,
  downloaded: Download,
  uploaded: Upload,
  removed: Trash2,
}

/** The activity of a link, newest first. */
export function ShareTimeline({ share }: { share: Share }) {
  const { t } = useTranslation()
  const { token } = share.attributes
  const query = useInfiniteQuery(eventsQuery(token))
  const { data, isPending } = query
  // A later page may repeat the last events of the one before.
  const events = new Map(data?.pages.flatMap(page => page.data).map(event => [event.id, event]))
  return (
    <section className={classes.timeline} aria-label={t('shares.timeline')}>
      <header className={classes.header}>
        <h3>{t('shares.timeline')}</h3>
        <TimelineFigures share={share} />
      </header>
      {isPending && <Skeleton height={14} width="60%" radius="sm" />}
      {data && events.size === 0 && <p className={classes.empty}>{t('shares.timeline_empty')}</p>}
      {events.size > 0 && (
        <ol className={classes.list}>
          {[...events.values()].map(event => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      )}
      <ListRest query={query} label={t('shares.timeline_more')} />
    </section>
  )
}

function TimelineFigures({ share: { attributes } }: { share: Share }) {
  const { t } = useTranslation()
  const { visits, downloads, download_limit } = attributes
  const downloadText =
    download_limit === null
      ? t('shares.downloads', { count: downloads })
      : t('shares.downloads_of', { done: downloads, count: download_limit })
  return (
    <span>
      {t('shares.visits', { count: visits })} · {downloadText}
    </span>
  )
}

function EventRow({ event: { attributes } }: { event: ShareEvent }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, name, bytes, device, created_at } = attributes
  const Icon = ICONS[kind]
  const facts = [bytes !== null && format.bytes(bytes), device].filter(Boolean).join(' · ')
  return (
    <li className={classes.row} data-kind={kind}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className={classes.text}>
        <span>{t(`shares.event_${kind}`, { name: name ?? '' })}</span>
        {facts && <small>{facts}</small>}
      </span>
      <time dateTime={created_at} title={format.exactDate(created_at)}>
        {format.dateTime(created_at)}
      </time>
    </li>
  )
}
