import type { Chooser } from '@coffer/contract/password-rules'
import type { PasswordInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { SwitchRow } from '../../ui/form/switch-row.tsx'
import { PasswordMeter } from './password-meter.tsx'

interface NewPassword {
  newPassword: string
  repeated: string
  revokeTokens: boolean
}

interface NewPasswordFieldsProps {
  form: Pick<UseFormReturnType<NewPassword>, 'getInputProps' | 'values' | 'setFieldValue'>
  labels: { password: string; repeated: string }
  chooser?: Chooser
  /** Of both fields. */
  input?: Pick<PasswordInputProps, 'size'>
  autoFocus?: boolean
}

/** A new password, its repetition, and whether access tokens end with the old one. */
export function NewPasswordFields({
  form,
  labels,
  chooser,
  input,
  autoFocus,
}: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  const fieldProps = { ...input, autoComplete: 'new-password' } as const
  return (
    <>
      <div>
        <SecretInput
          {...form.getInputProps('newPassword')}
          {...fieldProps}
          label={labels.password}
          autoFocus={autoFocus}
        />
        <PasswordMeter password={form.values.newPassword} chooser={chooser} />
      </div>
      <SecretInput {...form.getInputProps('repeated')} {...fieldProps} label={labels.repeated} />
      <SwitchRow
        label={t('password.revoke_tokens')}
        text={t('password.revoke_tokens_text')}
        isOn={form.values.revokeTokens}
        onChange={isOn => form.setFieldValue('revokeTokens', isOn)}
      />
    </>
  )
}
