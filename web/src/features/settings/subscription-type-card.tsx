import { SUBSCRIPTION_TYPES } from '@coffer/contract/setting-values'
import { useTranslation } from 'react-i18next'
import { ChoiceCards } from '../../ui/form/choice-cards.tsx'
import { FieldLabel, FieldNotes } from './setting-field.tsx'
import { SettingWarning } from './setting-warning.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useSetting } from './settings-form-context.ts'

/** Choice of the subscription type, with what a change means. */
export function SubscriptionTypeCard() {
  const { t } = useTranslation()
  const { label, value, setValue, isChanged, isReadOnly } =
    useSetting<(typeof SUBSCRIPTION_TYPES)[number]>('subscription_type')
  return (
    <SettingsCard
      title={t('admin_settings.subscription')}
      text={t('admin_settings.subscription_text')}
    >
      <div>
        <ChoiceCards
          name="subscription_type"
          label={<FieldLabel isChanged={isChanged}>{label}</FieldLabel>}
          value={value}
          options={SUBSCRIPTION_TYPES.map(type => ({
            value: type,
            title: t(`admin_settings.subscription_${type}`),
            text: t(`admin_settings.subscription_${type}_text`),
          }))}
          onChange={setValue}
          disabled={isReadOnly}
        />
        <FieldNotes name="subscription_type" />
      </div>
      {isChanged && <SettingWarning>{t('admin_settings.subscription_change')}</SettingWarning>}
    </SettingsCard>
  )
}
