import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceCards } from '../../ui/form/choice-cards.tsx'
import { FieldLabel, FieldNotes } from './setting-field.tsx'
import { SettingWarning } from './setting-warning.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useSetting } from './settings-form-context.ts'
import { ListSetting, SelectSetting } from './text-settings.tsx'

const MODES = ['open', 'domains', 'invited'] as const
type Mode = (typeof MODES)[number]

/** Opens registration to all, to addresses of some domains, or to invited people only. */
export function RegistrationCard() {
  const { t } = useTranslation()
  const registration = useSetting<boolean>('registration')
  const domains = useSetting<string[]>('registration_domains')
  const hasDomains = (domains.value ?? []).length > 0
  /** Chosen before the first domain is entered. */
  const [isByDomain, setByDomain] = useState(false)
  const isUnfinished = isByDomain && !hasDomains
  const openMode: Mode = hasDomains || isByDomain ? 'domains' : 'open'
  const mode: Mode = registration.value === false ? 'invited' : openMode
  const choose = (next: Mode) => {
    setByDomain(next === 'domains')
    registration.setValue(next !== 'invited')
    if (next === 'open') domains.setValue([])
  }
  return (
    <SettingsCard title={t('sign_in_settings.registration')}>
      <div>
        <ChoiceCards
          name="registration"
          label={
            <FieldLabel isChanged={registration.isChanged || domains.isChanged}>
              {registration.label}
            </FieldLabel>
          }
          value={mode}
          options={MODES.map(value => ({
            value,
            title: t(`sign_in_settings.registration_${value}`),
            text: t(`sign_in_settings.registration_${value}_text`),
          }))}
          onChange={choose}
          disabled={registration.isReadOnly}
        />
        <FieldNotes name="registration" />
      </div>
      {mode === 'domains' && (
        <ListSetting
          name="registration_domains"
          help={t('sign_in_settings.registration_domains_help')}
          input={{ placeholder: 'example.com, example.org', spellCheck: false }}
        />
      )}
      {mode === 'domains' && isUnfinished && (
        <SettingWarning>{t('sign_in_settings.registration_domains_empty')}</SettingWarning>
      )}
      <VerificationSetting />
    </SettingsCard>
  )
}

/** Whether addresses are verified: yes, no, or once mail can be sent. */
function VerificationSetting() {
  const { t } = useTranslation()
  return (
    <SelectSetting
      name="user_verification"
      help={t('sign_in_settings.user_verification_help')}
      options={[
        { value: '', label: t('sign_in_settings.verification_auto') },
        { value: 'true', label: t('sign_in_settings.verification_on') },
        { value: 'false', label: t('sign_in_settings.verification_off') },
      ]}
      read={chosen => chosen === 'true'}
    />
  )
}
