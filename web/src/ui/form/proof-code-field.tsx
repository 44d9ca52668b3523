import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeInput, RecoveryCodeInput } from './code-input.tsx'
import { useProof } from './proof.ts'
import classes from './proof-code-field.module.css'

interface ProofCodeFieldProps {
  form: Pick<UseFormReturnType<{ code: string }>, 'getInputProps'>
}

/** While two-factor sign-in is on: a code of the app, or one of those kept for when it is lost. */
export function ProofCodeField({ form }: ProofCodeFieldProps) {
  const { t } = useTranslation()
  const { hasTwoFactor } = useProof()
  const [isLost, setLost] = useState(false)
  if (!hasTwoFactor) return null
  const field = form.getInputProps('code')
  const change = () => {
    setLost(!isLost)
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
