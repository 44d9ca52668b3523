import { Button } from '@mantine/core'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './asked-page.module.css'
import type { Outgoing, useSending } from './use-sending.ts'

/** What is on its way, waits or could not be sent. */
export function OutgoingRows({ sending }: { sending: ReturnType<typeof useSending> }) {
  const { t } = useTranslation()
  if (sending.all.length === 0) return null
  return (
    <ul className={classes.list}>
      {sending.all.map(one => (
        <li key={one.id} className={classes.row}>
          <span className={classes.name}>{one.file.name}</span>
          <State one={one} isCurrent={one.id === sending.current} />
          {one.fault !== null && (
            <Button variant="default" size="xs" onClick={() => sending.again(one.id)}>
              {t('asked.again')}
            </Button>
          )}
          <IconButton
            icon={X}
            label={t('asked.leave_out', { name: one.file.name })}
            size="small"
            onClick={() => sending.leaveOut(one.id)}
          />
        </li>
      ))}
    </ul>
  )
}

function State({ one, isCurrent }: { one: Outgoing; isCurrent: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (one.fault !== null)
    return (
      <span className={classes.fault} role="alert">
        {one.fault}
      </span>
    )
  if (!isCurrent) return <span className={classes.size}>{t('asked.waiting')}</span>
  const share = one.file.size === 0 ? 0 : one.sent / one.file.size
  return (
    <>
      <progress
        className={classes.progress}
        value={share}
        aria-label={t('asked.sending', { name: one.file.name })}
      />
      <span className={classes.size}>{format.percent(share)}</span>
    </>
  )
}
