import type { Checkout } from '@coffer/contract/subscriptions'
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

type Attributes = Checkout['attributes']

function resultOf({ state, reason, is_refunded }: Attributes, isClosed: boolean) {
  if (is_refunded) return 'refunded'
  if (state === 'completed') return 'paid'
  if (state === 'open' && reason !== null) return 'refused'
  return state === 'open' && !isClosed ? 'waiting' : 'not_paid'
}

const KINDS = {
  refunded: 'warn',
  paid: 'good',
  waiting: 'waiting',
  refused: 'warn',
  not_paid: 'warn',
} as const
const CARD_TEXTS = { paid: 'billing.card_saved', not_paid: 'billing.card_not_saved' } as const

/** The result of the payment from which the user returns, by our own state instead of the gateway's. */
export function CheckoutNotice({ id, isClosed, onPaid }: CheckoutNoticeProps) {
  const { t } = useTranslation()
  const { data } = useQuery(checkoutQuery(id))
  const isCompleted = data?.state === 'completed'
  useEffect(() => {
    if (isCompleted) onPaid()
  }, [isCompleted, onPaid])
  if (!data) return null
  const result = resultOf(data, isClosed)
  const ofCard = data.purpose === 'setup' && (result === 'paid' || result === 'not_paid')
  return (
    <Notice kind={KINDS[result]} role="status">
      {t(ofCard ? CARD_TEXTS[result] : `billing.${result}`)}
      {result === 'refused' && data.url !== null && (
        <>
          {' '}
          <a href={data.url}>{t('billing.pay_otherwise')}</a>
        </>
      )}
    </Notice>
  )
}
