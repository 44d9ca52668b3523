import type { Action } from '@coffer/contract/notification'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { successToast } from '../../ui/toasts/toasts.ts'
import { showFailureToast } from './failure-toast.ts'
import { addressOf, pageOf } from './notification-link.ts'
import classes from './notification-row.module.css'
import { answerInvitation, type InvitationAnswer } from './notifications.api.ts'

interface NotificationActionProps {
  action: Action
  onClose: () => void
}

/** The action of a notification; following its link closes the centre. */
export function NotificationAction({ action: { type, params }, onClose }: NotificationActionProps) {
  if (type === 'invitation') return params.id ? <Invitation id={params.id} /> : null
  const buttonProps = { variant: 'default', size: 'compact-sm', onClick: onClose } as const
  const address = type === 'url' ? addressOf(params) : undefined
  if (type === 'url' && !address) return null
  return (
    <div className={classes.actions}>
      {address ? (
        <Button {...buttonProps} component="a" {...address}>
          {params.button}
        </Button>
      ) : (
        <Button {...buttonProps} renderRoot={props => <Link {...props} {...pageOf(params)} />}>
          {params.button}
        </Button>
      )}
    </div>
  )
}

const DONE = { accept: 'notifications.accepted', decline: 'notifications.declined' } as const

/** Shows that the invitation is being accepted or declined. */
function Invitation({ id }: { id: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [running, setRunning] = useState<InvitationAnswer>()
  async function respond(response: InvitationAnswer): Promise<void> {
    setRunning(response)
    try {
      await answerInvitation(queries, id, response)
      successToast(t(DONE[response]))
      // The set of shared folders may have changed.
      void queries.invalidateQueries()
    } catch (error) {
      showFailureToast(error)
      setRunning(undefined)
    }
  }
  const buttonProps = { size: 'compact-sm', disabled: running !== undefined } as const
  return (
    <div className={classes.actions} aria-live="polite">
      <Button {...buttonProps} onClick={() => void respond('accept')}>
        {t(running === 'accept' ? 'notifications.accepting' : 'notifications.accept')}
      </Button>
      <Button {...buttonProps} variant="default" onClick={() => void respond('decline')}>
        {t(running === 'decline' ? 'notifications.declining' : 'notifications.decline')}
      </Button>
    </div>
  )
}
