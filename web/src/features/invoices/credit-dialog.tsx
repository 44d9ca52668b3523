import { BillingReason, type InvoiceDetail } from '@coffer/contract/invoices'
import { formatMoney, parseMoney, toTypedMoney } from '@coffer/contract/money'
import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import frame from '../../ui/dialog-form.module.css'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ChoiceCards } from '../../ui/form/choice-cards.tsx'
import { useAttempt } from '../../ui/form/use-attempt.ts'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

interface CreditDialogProps {
  invoice: InvoiceDetail
  /**
   * @param amount minor units, null for all that is left
   * @param id of the credit note
   */
  create: (amount: number | null, reason: string, id: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the amount and the reason of a credit note. */
export function CreditDialog({ invoice, create, onClose }: CreditDialogProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { currency, label, total, credited } = invoice.attributes
  const left = total - credited
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  const read = (text: string) => parseMoney(text, currency, locale)?.amount
  const form = useForm({
    initialValues: {
      extent: 'all' as 'all' | 'part',
      amount: toTypedMoney({ amount: left, currency }, locale),
      reason: '',
    },
    validate: {
      amount: (text, { extent }) => {
        if (extent === 'all') return null
        const amount = read(text)
        if (amount === undefined || amount <= 0) return t('validation.number')
        return amount > left ? t('validation.credit_too_large') : null
      },
      reason: value => validateField(BillingReason, value),
    },
  })
  const attempt = useAttempt()
  const formCall = useFormCall(form, async ({ extent, amount, reason }) => {
    await attempt(id => create(extent === 'all' ? null : (read(amount) ?? null), reason, id))
    onClose()
    successToast(t('admin_billing.credit_done'))
  })
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t('admin_billing.credit_title', { number: label })}
      className={frame.dialog}
    >
      <DialogForm
        {...formCall}
        text={t('admin_billing.credit_text', { amount: money(left) })}
        confirm={t('admin_billing.credit')}
        onClose={onClose}
      >
        <ChoiceCards
          name="extent"
          label={t('admin_billing.extent')}
          value={form.values.extent}
          options={[
            { value: 'all', title: t('admin_billing.extent_all'), text: money(left) },
            { value: 'part', title: t('admin_billing.extent_part'), text: '' },
          ]}
          onChange={extent => form.setFieldValue('extent', extent)}
        />
        {form.values.extent === 'part' && (
          <TextInput
            {...form.getInputProps('amount')}
            label={t('admin_billing.credit_amount', { currency })}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        <Textarea
          {...form.getInputProps('reason')}
          label={t('admin_billing.reason')}
          description={t('admin_billing.credit_reason_help')}
          maxLength={500}
          rows={3}
        />
      </DialogForm>
    </DialogBox>
  )
}
