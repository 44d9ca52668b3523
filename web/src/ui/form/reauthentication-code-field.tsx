import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeInput, RecoveryCodeInput } from './code-input.tsx'
import { useReauthentication } from './reauthentication.ts'
import classes from './reauthentication-code-field.module.css'

interface ProofCodeFieldProps {
  form: Pick<UseFormReturnType<{ code: string }>, 'getInputProps'>
}

/** While two-factor sign-in is on: a code of the app, or one of those kept for when it is lost. */
export function ReauthenticationCodeField({ form }: ProofCodeFieldProps) {
  const { t } = useTranslation()
  const { hasTwoFactor } = useReauthentication()
  /** Nothing until one is chosen: then the field takes the focus, as its button comes after it. */
  const [way, setWay] = useState<'app' | 'recovery'>()
  if (!hasTwoFactor) return null
  const isLost = way === 'recovery'
  const field = { ...form.getInputProps('code'), autoFocus: way !== undefined }
  const change = () => {
    setWay(isLost ? 'app' : 'recovery')
    field.onChange('')
  }
  return (
    <div className={classes.field}>
      {isLost ? (
        <RecoveryCodeInput {...field} key="recovery" label={t('second_step.recovery_code')} />
      ) : (
        <CodeInput {...field} key="code" label={t('two_factor.first_code')} />
      )}
      <Button variant="subtle" size="compact-sm" onClick={change}>
        {t(isLost ? 'second_step.use_code' : 'second_step.use_recovery')}
      </Button>
    </div>
  )
}
