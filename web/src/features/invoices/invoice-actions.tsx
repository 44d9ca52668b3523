import { refundPayment } from '@coffer/contract/admin-subscriptions'
import {
  createCreditNote,
  type InvoiceDetail,
  markInvoicePaid,
  type RefundablePayment,
  voidInvoice,
  writeOffInvoice,
} from '@coffer/contract/invoices'
import { formatMoney } from '@coffer/contract/money'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { refetchAfter } from '../../lib/refetch-after.ts'
import { useFormat } from '../../lib/use-format.ts'
import classes from './invoices.module.css'

const CreditDialog = lazy(async () => ({
  default: (await import('./credit-dialog.tsx')).CreditDialog,
}))
const RefundDialog = lazy(async () => ({
  default: (await import('../../ui/form/refund-dialog.tsx')).RefundDialog,
}))
const ReasonDialog = lazy(async () => ({
  default: (await import('../../ui/form/reason-dialog.tsx')).ReasonDialog,
}))

type Action = 'credit' | 'paid' | 'void' | 'write_off'

/** The actions that the state of an invoice allows. */
function actionsOf({ attributes }: InvoiceDetail): Action[] {
  const { kind, status, paid, credited, total } = attributes
  if (kind === 'credit_note') return []
  const isOpen = status === 'open' || status === 'overdue'
  const actions: (Action | false)[] = [
    (isOpen || status === 'paid') && credited < total && 'credit',
    (isOpen || status === 'uncollectible') && 'paid',
    isOpen && paid === 0 && 'void',
    isOpen && 'write_off',
  ]
  return actions.filter(action => action !== false)
}

const CALLS = { paid: markInvoicePaid, void: voidInvoice, write_off: writeOffInvoice }

interface InvoiceActionsProps {
  invoice: InvoiceDetail
  /** Refetches everything that shows the change. */
  refresh: () => Promise<unknown>
}

/** Corrections by administrators; each asks for the reason. */
export function InvoiceActions({ invoice, refresh }: InvoiceActionsProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [asked, setAsked] = useState<Action | null>(null)
  const [refunded, setRefunded] = useState<RefundablePayment | null>(null)
  const actions = actionsOf(invoice)
  const payments = invoice.relationships.payments.data
  if (actions.length === 0 && payments.length === 0) return null
  const leftOf = ({ left, currency }: RefundablePayment) =>
    formatMoney({ amount: left, currency }, locale)
  const params = { id: invoice.id }
  const close = () => setAsked(null)
  const change = (call: Promise<unknown>) => refetchAfter(call, refresh)
  return (
    <div className={classes.actions}>
      {actions.map(action => (
        <Button key={action} variant="default" onClick={() => setAsked(action)}>
          {t(`admin_billing.${action}`)}
        </Button>
      ))}
      {payments.map(payment => (
        <Button key={payment.id} variant="default" onClick={() => setRefunded(payment)}>
          {t('admin_subscriptions.refund_named', { amount: leftOf(payment) })}
        </Button>
      ))}
      <Suspense>
        {refunded && (
          <RefundDialog
            {...refunded}
            amount={refunded.left}
            call={(reason, amount, id) =>
              change(
                api(refundPayment, { params: { id: refunded.id }, body: { id, amount, reason } }),
              )
            }
            onClose={() => setRefunded(null)}
          />
        )}
        {asked === 'credit' && (
          <CreditDialog
            invoice={invoice}
            create={(amount, reason, id) =>
              change(api(createCreditNote, { params, body: { id, amount, reason } }))
            }
            onClose={close}
          />
        )}
        {asked && asked !== 'credit' && (
          <ReasonDialog
            title={t(`admin_billing.${asked}_title`, { number: invoice.attributes.label })}
            text={t(`admin_billing.${asked}_text`)}
            confirm={t(`admin_billing.${asked}`)}
            done={t(`admin_billing.${asked}_done`)}
            call={reason => change(api(CALLS[asked], { params, body: { reason } }))}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  )
}
