import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from './notice.tsx'
import { checkoutQuery } from './subscriptions.api.ts'

interface CheckoutNoticeProps {
  id: string
  /** Whether the user closed the page of the gateway. */
  isClosed: boolean
  /** Must be stable: a new function is called again. */
  onPaid: () => void
}

/** The result of the payment from which the user returns, by our own state instead of the gateway's. */
export function CheckoutNotice({ id, isClosed, onPaid }: CheckoutNoticeProps) {
  const { t } = useTranslation()
  const { data } = useQuery(checkoutQuery(id))
  const { state, purpose } = data ?? {}
  useEffect(() => {
    if (state === 'completed') onPaid()
  }, [state, onPaid])
  if (!state) return null
  const isSetup = purpose === 'setup'
  const isOver = state === 'expired' || state === 'failed' || (state === 'open' && isClosed)
  const isWaiting = state === 'open'
  return (
    <Notice kind={isOver ? 'warn' : isWaiting ? 'waiting' : 'good'} role="status">
      {isOver && t(isSetup ? 'billing.card_not_saved' : 'billing.not_paid')}
      {!isOver && isWaiting && t('billing.waiting')}
      {state === 'completed' && t(isSetup ? 'billing.card_saved' : 'billing.paid')}
    </Notice>
  )
}
