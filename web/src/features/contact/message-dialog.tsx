import type { InboxMessage } from '@coffer/contract/contact-inbox'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import classes from './message-dialog.module.css'

/** Whether a message waits for an answer. */
export function MessageStateMark({ message }: { message: InboxMessage }) {
  const { t } = useTranslation()
  return message.attributes.answered_at === null ? (
    <StatusMark shape="target" tone="info">
      {t('inbox.state_waiting')}
    </StatusMark>
  ) : (
    <StatusMark shape="tick" tone="good">
      {t('inbox.state_answered')}
    </StatusMark>
  )
}

interface MessageDialogProps {
  message: InboxMessage
  actions: readonly MenuAction[]
  onClose: () => void
}

/** A whole message, with what can be done about it. */
export function MessageDialog({ message, actions, onClose }: MessageDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { email, message: text, created_at, answered_at, answered_by } = message.attributes
  return (
    <DialogBox opened onClose={onClose} title={email}>
      <p className={classes.facts}>
        <MessageStateMark message={message} />
        <span>{format.dateTime(created_at)}</span>
        {answered_at !== null && answered_by !== null && (
          <span>{t('inbox.answered_by', { name: answered_by })}</span>
        )}
      </p>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        {actions.map(({ label, icon: Icon, run, danger }) => (
          <Button
            key={label}
            variant="default"
            {...(danger && { color: 'red' })}
            leftSection={<Icon size={17} strokeWidth={1.75} aria-hidden />}
            onClick={() => {
              run()
              if (danger) onClose()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </DialogBox>
  )
}
