import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useUser } from '../../features/account/account.api.ts'
import { onConfirmIdentity } from '../../lib/confirm-identity.ts'

const ConfirmIdentity = lazy(async () => ({
  default: (await import('../../pages/admin/confirm-identity.tsx')).ConfirmIdentity,
}))

const NotFound = lazy(async () => ({
  default: (await import('../../pages/not-found.tsx')).NotFound,
}))

/**
 * The admin area, which asks the user to confirm who they are before sensitive calls. It closes when
 * the user is no longer an administrator, for instance after a change in another tab.
 */
export function AdminLayout() {
  const isAdmin = useUser().attributes.role === 'admin'
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)
  useEffect(() => onConfirmIdentity(() => new Promise(resolve => setAnswer(() => resolve))), [])
  const close = (isConfirmed: boolean) => {
    answer?.(isConfirmed)
    setAnswer(null)
  }
  if (!isAdmin)
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    )
  return (
    <>
      <Outlet />
      <Suspense>{answer && <ConfirmIdentity onClose={close} />}</Suspense>
    </>
  )
}
