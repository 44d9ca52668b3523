import { formatMoney } from '@coffer/contract/money'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface RefundDialogProps {
  currency: string
  /** Minor units, like the others. */
  amount: number
  /** The largest possible refund. */
  left: number
  /** The part that went to the balance and has been spent. */
  spent: number
  call: (reason: string, amount: number, id: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the amount and the reason of a refund of a payment. */
export function RefundDialog(props: RefundDialogProps) {
  const { currency, amount, left, spent, call, onClose } = props
  const { t } = useTranslation()
  const { locale } = useFormat()
  const money = (minor: number) => formatMoney({ amount: minor, currency }, locale)
  const texts = [
    t('admin_subscriptions.refund_text'),
    spent > 0 && t('admin_subscriptions.refund_spent', { amount: money(spent) }),
  ]
  return (
    <ReasonDialog
      title={t('admin_subscriptions.refund_title', { amount: money(amount) })}
      text={texts.filter(Boolean).join(' ')}
      confirm={t('admin_subscriptions.refund')}
      done={t('admin_subscriptions.refund_done')}
      money={{ currency, most: left }}
      call={call}
      onClose={onClose}
    />
  )
}
