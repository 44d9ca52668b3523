import { BillingReason } from '@coffer/contract/invoices'
import { formatMoney, parseMoney, toTypedMoney } from '@coffer/contract/money'
import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../dialog-box.tsx'
import frame from '../dialog-form.module.css'
import { DialogForm } from '../dialog-form.tsx'
import { successToast } from '../toasts/toasts.ts'
import { useAttempt } from './use-attempt.ts'
import { useFormCall } from './use-form-call.ts'

interface ReasonDialogProps {
  title: string
  text: string
  confirm: string
  cancel?: string
  /** For actions that can't be undone. */
  isDanger?: boolean
  done: string
  /** Asks for an amount, in minor units; `most` is its limit and initial value. */
  money?: { currency: string; most?: number }
  /**
   * @param amount minor units; 0 if none was asked for
   * @param id of this attempt, for what is done once although it is repeated
   */
  call: (reason: string, amount: number, id: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of an action, and for an amount. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, done, money, call, onClose, ...labels } = props
  const { t } = useTranslation()
  const { locale } = useFormat()
  const most = money?.most
  const mostText =
    money && most !== undefined
      ? formatMoney({ amount: most, currency: money.currency }, locale)
      : undefined
  const read = (value: string) =>
    money ? (parseMoney(value, money.currency, locale)?.amount ?? 0) : 0
  const form = useForm({
    initialValues: {
      amount: money && most ? toTypedMoney({ amount: most, currency: money.currency }, locale) : '',
      reason: '',
    },
    validate: {
      amount: value => {
        if (!money) return null
        if (read(value) <= 0) return t('validation.number')
        return most !== undefined && read(value) > most
          ? t('admin_subscriptions.refund_too_large', { amount: mostText })
          : null
      },
      reason: value => validateField(BillingReason, value),
    },
  })
  const attempt = useAttempt()
  const formCall = useFormCall(form, async ({ amount, reason }) => {
    await attempt(id => call(reason.trim(), read(amount), id))
    onClose()
    successToast(done)
  })
  return (
    <DialogBox opened onClose={onClose} title={title} className={frame.dialog}>
      <DialogForm {...formCall} {...labels} onClose={onClose}>
        {money && (
          <TextInput
            {...form.getInputProps('amount')}
            label={t('admin_billing.credit_amount', { currency: money.currency })}
            description={mostText && t('admin_subscriptions.refund_most', { amount: mostText })}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
          />
        )}
        <Textarea
          {...form.getInputProps('reason')}
          label={t('admin_billing.reason')}
          description={t('admin_billing.reason_help')}
          maxLength={500}
          rows={3}
          data-autofocus={money ? undefined : true}
        />
      </DialogForm>
    </DialogBox>
  )
}
