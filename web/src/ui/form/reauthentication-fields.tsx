import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { ReauthenticationCodeField } from './reauthentication-code-field.tsx'
import { SecretInput } from './secret-input.tsx'

interface ProofFieldsProps {
  form: Pick<UseFormReturnType<{ password: string; code: string }>, 'getInputProps'>
  asksCode?: boolean
  /** Where nothing stands before it. */
  autoFocus?: boolean
}

/** What shows that it is the person himself who sits there. */
export function ReauthenticationFields({
  form,
  asksCode = true,
  autoFocus = false,
}: ProofFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <SecretInput
        {...form.getInputProps('password')}
        label={t('security.your_password')}
        autoComplete="current-password"
        data-autofocus={autoFocus || undefined}
      />
      {asksCode && <ReauthenticationCodeField form={form} />}
    </>
  )
}
