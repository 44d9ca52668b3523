import { PurchaseCode, type SetupProgress } from '@coffer/contract/setup'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { usePurchaseCode } from './setup-values.api.ts'
import classes from './step-form.module.css'
import { StepFoot } from './step-frame.tsx'

/** SETUP-3: an optional key. */
export function PurchaseCodeStep({ progress }: { progress: SetupProgress }) {
  const { t } = useTranslation()
  const save = usePurchaseCode()
  const { is_set: isSet, ends_in: end } = progress.purchase_code
  const form = useForm({
    initialValues: { purchase_code: '' },
    validate: {
      purchase_code: value => (value === '' ? null : validateField(PurchaseCode, value)),
    },
  })
  const { submit, busy, failure } = useFormCall(form, values =>
    save(values.purchase_code.trim() || null),
  )
  const isSkipping = form.values.purchase_code.trim() === '' && !isSet
  const stored = end
    ? t('setup.purchase_code_stored', { end: `…${end}` })
    : t('setup.purchase_code_stored_short')
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <TextInput
        {...form.getInputProps('purchase_code')}
        label={t('setup.purchase_code_label')}
        description={isSet ? stored : t('setup.purchase_code_help')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <FormFailure>{failure}</FormFailure>
      <StepFoot step="purchase-code">
        <Button
          type="submit"
          size="md"
          loading={busy}
          rightSection={<ArrowRight size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t(isSkipping ? 'setup.skip' : 'setup.continue')}
        </Button>
      </StepFoot>
    </form>
  )
}
