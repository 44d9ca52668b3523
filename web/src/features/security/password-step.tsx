import { Reauthentication } from '@coffer/contract/reauthentication'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { validateField } from '../../lib/form-errors.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { useKeepOpen } from '../../ui/dialog-state.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useReauthentication } from '../../ui/form/reauthentication.ts'
import { ReauthenticationFields } from '../../ui/form/reauthentication-fields.tsx'
import { ReauthenticationGate } from '../../ui/form/reauthentication-gate.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { codesLeftQuery } from './recovery-codes.api.ts'

/** The entered password, and the code if one was required. */
export interface ReauthenticationInput {
  password: string
  code?: string
}

interface PasswordStepProps {
  text: string
  submit: string
  danger?: boolean
  /** Fields above the password. */
  children?: ReactNode
  /** Whether no code is required, for urgent actions that give no access. */
  isPasswordEnough?: boolean
  onReauthenticated: (reauthentication: ReauthenticationInput) => Promise<unknown>
  onClose: () => void
}

/** A form that asks for reauthentication before security settings change. */
export const PasswordStep = (props: PasswordStepProps) => (
  <ReauthenticationGate onClose={props.onClose}>
    <PasswordForm {...props} />
  </ReauthenticationGate>
)

function PasswordForm(props: PasswordStepProps) {
  const { hasTwoFactor } = useReauthentication()
  const queries = useQueryClient()
  const asksCode = hasTwoFactor && !props.isPasswordEnough
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: value => validateField(Reauthentication.shape.password, value),
      code: value => (asksCode ? validateField(Reauthentication.shape.code, value) : null),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ password, code }) => {
    await props.onReauthenticated({ password, ...(asksCode && { code }) })
    // A recovery code may have been used up or renewed.
    if (asksCode) await queries.invalidateQueries(codesLeftQuery)
  })
  useKeepOpen(busy)
  return (
    <form className={frame.form} onSubmit={submit} noValidate>
      <p className={frame.lead}>{props.text}</p>
      {props.children}
      <ReauthenticationFields form={form} asksCode={asksCode} autoFocus={!props.children} />
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={props.onClose}>
        <Button type="submit" color={props.danger ? 'danger' : 'accent'} loading={busy}>
          {props.submit}
        </Button>
      </DialogButtons>
    </form>
  )
}
