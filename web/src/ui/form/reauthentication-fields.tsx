import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { ReauthenticationCodeField } from './reauthentication-code-field.tsx'
import { SecretInput } from './secret-input.tsx'

interface ReauthenticationFieldsProps {
  form: Pick<UseFormReturnType<{ password: string; code: string }>, 'getInputProps'>
  asksCode?: boolean
  /** Whether it is the first field of the dialog. */
  autoFocus?: boolean
}

/** The password and second factor that are asked for again before a security setting changes. */
export function ReauthenticationFields({
  form,
  asksCode = true,
  autoFocus = false,
}: ReauthenticationFieldsProps) {
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
