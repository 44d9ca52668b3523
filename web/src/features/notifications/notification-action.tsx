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

/** Spec §2: what can be done about it; following a link closes the centre. */
export function NotificationAction({ action: { type, params }, onClose }: NotificationActionProps) {
  if (type === 'invitation') return params.id ? <Invitation id={params.id} /> : null
  const look = { variant: 'default', size: 'compact-sm', onClick: onClose } as const
  const address = type === 'url' ? addressOf(params) : undefined
  if (type === 'url' && !address) return null
  return (
    <div className={classes.actions}>
      {address ? (
        <Button {...look} component="a" {...address}>
          {params.button}
        </Button>
      ) : (
        <Button {...look} renderRoot={props => <Link {...props} {...pageOf(params)} />}>
          {params.button}
        </Button>
      )}
    </div>
  )
}

const DONE = { accept: 'notifications.accepted', decline: 'notifications.declined' } as const

/** Spec §4: shows accepting or declining while the request runs. */
function Invitation({ id }: { id: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [running, setRunning] = useState<InvitationAnswer>()
  async function answer(how: InvitationAnswer): Promise<void> {
    setRunning(how)
    try {
      await answerInvitation(queries, id, how)
      successToast(t(DONE[how]))
      // A folder has come, or none will.
      void queries.invalidateQueries()
    } catch (error) {
      showFailureToast(error)
      setRunning(undefined)
    }
  }
  const look = { size: 'compact-sm', disabled: running !== undefined } as const
  return (
    <div className={classes.actions} aria-live="polite">
      <Button {...look} onClick={() => void answer('accept')}>
        {t(running === 'accept' ? 'notifications.accepting' : 'notifications.accept')}
      </Button>
      <Button {...look} variant="default" onClick={() => void answer('decline')}>
        {t(running === 'decline' ? 'notifications.declining' : 'notifications.decline')}
      </Button>
    </div>
  )
}
