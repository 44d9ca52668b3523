import { useTranslation } from 'react-i18next'
import { MoneySetting } from './money-setting.tsx'
import { SettingsCard, SettingsRow } from './settings-card.tsx'

interface NewAccountsCardProps {
  /** Of the metered plan. */
  currency: string
}

/** The sign-up bonus and the usage limit of new accounts with metered plans. */
export function NewAccountsCard({ currency }: NewAccountsCardProps) {
  const { t } = useTranslation()
  return (
    <SettingsCard
      title={t('admin_gateways.new_accounts')}
      text={t('admin_gateways.new_accounts_text')}
    >
      <SettingsRow>
        <MoneySetting
          name="registration_bonus"
          currency={currency}
          help={t('admin_gateways.registration_bonus_help')}
        />
        <MoneySetting
          name="new_account_usage_limit"
          currency={currency}
          help={t('admin_gateways.new_account_usage_limit_help')}
        />
      </SettingsRow>
    </SettingsCard>
  )
}
