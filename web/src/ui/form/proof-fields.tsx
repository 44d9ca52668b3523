import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { CodeInput } from './code-input.tsx'
import { useProof } from './proof.ts'
import { SecretInput } from './secret-input.tsx'

interface ProofFieldsProps {
  form: Pick<UseFormReturnType<{ password: string; code: string }>, 'getInputProps'>
}

/** What shows that it is the person himself who sits there. */
export function ProofFields({ form }: ProofFieldsProps) {
  const { t } = useTranslation()
  const { hasTwoFactor } = useProof()
  return (
    <>
      <SecretInput
        {...form.getInputProps('password')}
        label={t('security.your_password')}
        autoComplete="current-password"
      />
      {hasTwoFactor && (
        <CodeInput {...form.getInputProps('code')} label={t('two_factor.first_code')} />
      )}
    </>
  )
}
