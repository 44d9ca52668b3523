import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeInput, RecoveryCodeInput } from './code-input.tsx'
import { useReauthentication } from './reauthentication.ts'
import classes from './reauthentication-code-field.module.css'

interface ReauthenticationCodeFieldProps {
  form: Pick<UseFormReturnType<{ code: string }>, 'getInputProps'>
}

/** A code of the authenticator app or a recovery code, shown while two-factor sign-in is on. */
export function ReauthenticationCodeField({ form }: ReauthenticationCodeFieldProps) {
  const { t } = useTranslation()
  const { hasTwoFactor } = useReauthentication()
  /**
   * Undefined until the user switches: only then the field takes the focus, because the button
   * comes after it.
   */
  const [codeType, setCodeType] = useState<'app' | 'recovery'>()
  if (!hasTwoFactor) return null
  const isRecovery = codeType === 'recovery'
  const field = { ...form.getInputProps('code'), autoFocus: codeType !== undefined }
  const switchType = () => {
    setCodeType(isRecovery ? 'app' : 'recovery')
    field.onChange('')
  }
  return (
    <div className={classes.field}>
      {isRecovery ? (
        <RecoveryCodeInput {...field} key="recovery" label={t('second_step.recovery_code')} />
      ) : (
        <CodeInput {...field} key="code" label={t('two_factor.first_code')} />
      )}
      <Button variant="subtle" size="compact-sm" onClick={switchType}>
        {t(isRecovery ? 'second_step.use_code' : 'second_step.use_recovery')}
      </Button>
    </div>
  )
}
