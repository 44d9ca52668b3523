import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { ProofGate } from '../../ui/form/proof-gate.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'

interface PasswordStepProps {
  text: string
  submit: string
  danger?: boolean
  /** Fields before the password's. */
  children?: ReactNode
  onPassword: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Whoever changes how one gets in shows first that he is who he is. */
export const PasswordStep = (props: PasswordStepProps) => (
  <ProofGate onClose={props.onClose}>
    <PasswordForm {...props} />
  </ProofGate>
)

function PasswordForm(props: PasswordStepProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: value => (value ? null : t('validation.required')) },
  })
  const { submit, busy, failure } = useFormCall(form, ({ password }) => props.onPassword(password))
  return (
    <form className={frame.form} onSubmit={submit} noValidate>
      <p className={frame.lead}>{props.text}</p>
      {props.children}
      <SecretInput
        {...form.getInputProps('password')}
        label={t('security.your_password')}
        autoComplete="current-password"
        data-autofocus={props.children ? undefined : true}
      />
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={props.onClose}>
        <Button type="submit" color={props.danger ? 'danger' : 'accent'} loading={busy}>
          {props.submit}
        </Button>
      </DialogButtons>
    </form>
  )
}
