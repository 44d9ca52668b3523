import type { Notification } from '@coffer/contract/notification'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, CloudOff, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import { useFormat } from '../../lib/use-format.ts'
import { EmptyState, StateIcon } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showFailureToast } from './failure-toast.ts'
import { dayLabel } from './moments.ts'
import classes from './notification-centre.module.css'
import { NotificationRow } from './notification-row.tsx'
import { clearAll, notificationsQuery, readAll } from './notifications.api.ts'
import { sound } from './sound.ts'

interface NotificationCentreProps {
  /** Undefined when a title is shown above already. */
  title?: string | undefined
  onClose: () => void
  /** Called when the number of unread notifications has changed. */
  onSeen: () => void
}

/** The list of notifications, which marks them as read when it opens. */
export function NotificationCentre({ title, onClose, onSeen }: NotificationCentreProps) {
  const { i18n } = useTranslation()
  const { data, error, refetch } = useQuery(notificationsQuery(i18n.language))
  useMarkAsRead(data, onSeen)
  return (
    <div className={classes.centre} data-titled={title !== undefined || undefined}>
      <CentreHeader title={title} shown={data ?? []} onSeen={onSeen} />
      {data ? (
        <NotificationDays all={data} onClose={onClose} />
      ) : error ? (
        <Failure retry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}

/** Marks all as read when the centre opens, and those that arrive while it is open. */
function useMarkAsRead(data: readonly Notification[] | undefined, onSeen: () => void): void {
  const queries = useQueryClient()
  const lastRequestedId = useRef('')
  useEffect(() => {
    const newest = data?.find(({ attributes }) => attributes.read_at === null)
    if (!data || !newest || lastRequestedId.current === newest.id) return
    lastRequestedId.current = newest.id
    // A failure is silent: the count stays, and the next opening tries again.
    readAll(queries, data).then(onSeen, () => undefined)
  }, [data, queries, onSeen])
}

function CentreHeader({
  title,
  shown,
  onSeen,
}: Pick<NotificationCentreProps, 'title' | 'onSeen'> & { shown: readonly Notification[] }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const isOn = useStore(sound) === 'on'
  const clear = () => clearAll(queries, shown).then(onSeen, showFailureToast)
  return (
    <header className={classes.header}>
      {title && <h2 className={classes.title}>{title}</h2>}
      <IconButton
        icon={isOn ? Volume2 : VolumeX}
        label={t(isOn ? 'notifications.mute' : 'notifications.unmute')}
        size="small"
        onClick={() => sound.set(isOn ? 'off' : 'on')}
      />
      {shown.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => void clear()}>
          {t('notifications.clear')}
        </Button>
      )}
    </header>
  )
}

function NotificationDays({ all, onClose }: { all: readonly Notification[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  if (all.length === 0)
    return (
      <EmptyState
        picture={<StateIcon icon={BellRing} />}
        title={t('notifications.empty')}
        text={t('notifications.empty_text')}
      />
    )
  const days = Map.groupBy(all, ({ attributes }) => dayLabel(attributes.created_at, locale))
  return (
    <div>
      {[...days].map(([day, group]) => (
        <section key={day} aria-label={day}>
          <h3 className={classes.day}>{day}</h3>
          <ul className={classes.list}>
            {group.map(notification => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                onClose={onClose}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const Waiting = () => (
  <div className={classes.loading} aria-busy>
    {[70, 55, 80].map(width => (
      <div key={width} className={classes.blank}>
        <Skeleton width={32} height={32} radius={9} />
        <div>
          <Skeleton width={`${width}%`} height={13} />
          <Skeleton width="45%" height={11} mt={8} />
        </div>
      </div>
    ))}
  </div>
)

function Failure({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture={<StateIcon icon={CloudOff} isDanger />}
      title={t('notifications.failed')}
      text={t('notifications.failed_text')}
    >
      <Button onClick={retry}>{t('failure.again')}</Button>
    </EmptyState>
  )
}
