import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { Button } from '@mantine/core'
import { CirclePause, CirclePlay, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../ui/form/use-call.ts'
import { reactivate, sendAgain } from './user-actions.ts'
import { type ChangeTarget, useUserCalls } from './user-calls.ts'

const ChangeDialog = lazy(async () => ({
  default: (await import('./change-dialog.tsx')).ChangeDialog,
}))

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Suspends or reactivates the user; for invited users it sends the invitation again. */
export function SuspendButton({ user }: { user: AdminUserDetail }) {
  const { t } = useTranslation()
  const calls = useUserCalls()
  const { run, busy } = useCall()
  const [isAsking, setAsking] = useState(false)
  const { id, attributes, meta } = user
  const { name, email, state, invitation } = attributes
  const target: ChangeTarget = { kind: 'one', id, name }
  if (meta.is_self) return null
  if (state === 'suspended')
    return (
      <Button
        variant="default"
        leftSection={<CirclePlay {...icon} />}
        loading={busy}
        onClick={() => void run(() => reactivate(target, calls))}
      >
        {t('admin_users.reactivate')}
      </Button>
    )
  if (invitation)
    return (
      <Button
        variant="default"
        leftSection={<Send {...icon} />}
        loading={busy}
        onClick={() => void run(() => sendAgain(id, email, calls))}
      >
        {t('admin_users.send_again')}
      </Button>
    )
  return (
    <>
      <Button
        variant="default"
        leftSection={<CirclePause {...icon} />}
        onClick={() => setAsking(true)}
      >
        {t('admin_users.suspend')}
      </Button>
      <Suspense>
        {isAsking && (
          <ChangeDialog asked="suspend" target={target} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </>
  )
}
