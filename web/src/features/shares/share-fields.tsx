import { HOUR_MS } from '@coffer/contract/durations'
import { SHARE_EXPIRY_HOURS, type SharePermission } from '@coffer/contract/shares'
import { Button, TextInput } from '@mantine/core'
import { WandSparkles } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { newPassword } from './new-password.ts'
import classes from './share-fields.module.css'
import { type ExpiryHours, hoursOf } from './share-form-values.ts'

interface PermissionChoiceProps {
  value: SharePermission
  onChange: (permission: SharePermission) => void
}

export function PermissionChoice({ value, onChange }: PermissionChoiceProps) {
  const { t } = useTranslation()
  const group = useId()
  return (
    <fieldset className={classes.group}>
      <legend>{t('shares.permission')}</legend>
      <div className={classes.choices}>
        {(['visitor', 'editor'] as const).map(permission => (
          <label key={permission} className={classes.choice}>
            <input
              type="radio"
              name={group}
              checked={value === permission}
              onChange={() => onChange(permission)}
            />
            <span>
              <strong>{t(`shares.${permission}`)}</strong>
              <small>{t(`shares.${permission}_text`)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface ExpiryChoiceProps {
  hours: number | null
  description?: string | undefined
  onChange: (hours: ExpiryHours | null) => void
}

/** Selects one of the expiry times (SHARE_EXPIRY_HOURS). */
export function ExpiryChoice({ hours, description, onChange }: ExpiryChoiceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <SelectInput
      label={t('shares.expiry')}
      description={description}
      value={String(hours ?? '')}
      onChange={event => onChange(hoursOf(event.currentTarget.value))}
    >
      {SHARE_EXPIRY_HOURS.map(option => (
        <option key={option} value={option}>
          {format.span(option * HOUR_MS)}
        </option>
      ))}
      <option value="">{t('shares.never')}</option>
    </SelectInput>
  )
}

interface LimitFieldProps {
  text: string
  error: string | undefined
  onChange: (text: string) => void
  onCommit?: () => void
}

export function LimitField({ text, error, onChange, onCommit }: LimitFieldProps) {
  const { t } = useTranslation()
  const blurOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && onCommit) event.currentTarget.blur()
  }
  return (
    <TextInput
      label={t('shares.limit')}
      description={t('shares.limit_text')}
      placeholder={t('shares.no_limit')}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
      onBlur={onCommit}
      onKeyDown={blurOnEnter}
    />
  )
}

interface PasswordFieldProps {
  label: string
  password: string
  error: string | undefined
  isFirst?: boolean
  onChange: (password: string) => void
}

/** The password of a link; a generated one is shown, because the user has to pass it on. */
export function PasswordField({ label, password, error, isFirst, onChange }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  return (
    <div className={classes.password}>
      <SecretInput
        label={label}
        value={password}
        error={error}
        maxLength={128}
        autoComplete="new-password"
        autoFocus={isFirst}
        visible={isShown}
        onVisibilityChange={setShown}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<WandSparkles size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => {
          onChange(newPassword())
          setShown(true)
        }}
      >
        {t('shares.generate')}
      </Button>
    </div>
  )
}
