import { Code, RecoveryCode } from '@coffer/contract/reauthentication'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { validateField } from '../../lib/form-errors.ts'
import classes from '../../ui/auth-form.module.css'
import { CodeInput, RecoveryCodeInput } from '../../ui/form/code-input.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { verifySecondFactor } from './second-step.api.ts'

interface SecondStepProps {
  onEntered: () => Promise<void>
  /** Returns to the first step, with a reason when the user has to sign in again. */
  onBack: (reason: string | null) => void
}

/** Asks for a code of the authenticator app or a recovery code after the password. */
export function SecondStep({ onEntered, onBack }: SecondStepProps) {
  const { t } = useTranslation()
  const [method, setMethod] = useState<'code' | 'recovery'>('code')
  const isCode = method === 'code'
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: value => validateField(isCode ? Code : RecoveryCode, value),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ code }) => {
    try {
      await verifySecondFactor(method, code)
    } catch (error) {
      if (!(error instanceof ApiError && error.is('auth.second_step_expired'))) throw error
      return onBack(error.message)
    }
    await onEntered()
  })
  const switchMethod = () => {
    setMethod(isCode ? 'recovery' : 'code')
    form.reset()
  }
  const field = { ...form.getInputProps('code'), size: 'md', autoFocus: true } as const
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h1 className={classes.title}>{t('second_step.title')}</h1>
      <p className={classes.lead}>{t(isCode ? 'second_step.lead' : 'second_step.recovery_lead')}</p>
      {isCode ? (
        <CodeInput {...field} key="code" label={t('second_step.code')} />
      ) : (
        <RecoveryCodeInput {...field} key="recovery" label={t('second_step.recovery_code')} />
      )}
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('sign_in.submit')}
      </Button>
      <div className={classes.actions}>
        <button type="button" className={classes.link} onClick={switchMethod}>
          {t(isCode ? 'second_step.use_recovery' : 'second_step.use_code')}
        </button>
        <button type="button" className={classes.link} onClick={() => onBack(null)}>
          {t('auth_pages.to_sign_in')}
        </button>
      </div>
    </form>
  )
}
