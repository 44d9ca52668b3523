import { CURRENCIES, currencyName } from '@coffer/contract/currencies'
import { useTranslation } from 'react-i18next'
import { NumberSetting } from '../../features/settings/number-settings.tsx'
import { SettingsCard, SettingsRow } from '../../features/settings/settings-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { SwitchSetting } from '../../features/settings/switch-setting.tsx'
import { TaxRatesCard } from '../../features/settings/tax-rates-card.tsx'
import {
  SelectSetting,
  TextAreaSetting,
  TextSetting,
} from '../../features/settings/text-settings.tsx'
import { useSettingsForm } from '../../features/settings/use-settings-form.ts'
import { useCountryOptions } from '../../lib/use-country-options.ts'
import { useFormat } from '../../lib/use-format.ts'

/** `/admin/payments/billings`: the seller, numbering and taxes of invoices. */
export function PaymentsBillingsPage() {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const form = useSettingsForm({
    values: {
      billing_name: t('admin_billing.name'),
      billing_company: t('admin_billing.company'),
      billing_address: t('admin_billing.address'),
      billing_city: t('admin_billing.city'),
      billing_postal_code: t('admin_billing.postal_code'),
      billing_state: t('admin_billing.state'),
      billing_country: t('admin_billing.country'),
      billing_phone_number: t('admin_billing.phone'),
      billing_vat_number: t('admin_billing.vat_number'),
      billing_currency: t('admin_billing.currency'),
      billing_invoice_prefix: t('admin_billing.invoice_prefix'),
      billing_due_days: t('admin_billing.due_days'),
      billing_invoice_note: t('admin_billing.invoice_note'),
      billing_prices_include_tax: t('admin_billing.prices_include_tax'),
      billing_tax_rates: t('admin_billing.tax_rates'),
    },
    secrets: {},
  })
  const countries = useCountryOptions()
  const prefix = form.valueOf('billing_invoice_prefix')
  const year = new Date().getFullYear()
  return (
    <SettingsPage title={t('admin.billing_details')} form={form}>
      <SettingsCard title={t('admin_billing.seller')} text={t('admin_billing.seller_text')}>
        <SettingsRow>
          <TextSetting name="billing_name" help={t('admin_billing.name_help')} />
          <TextSetting name="billing_company" />
        </SettingsRow>
        <TextSetting name="billing_address" />
        <SettingsRow>
          <TextSetting name="billing_postal_code" />
          <TextSetting name="billing_city" />
        </SettingsRow>
        <SettingsRow>
          <TextSetting name="billing_state" />
          <SelectSetting
            name="billing_country"
            options={[{ value: '', label: t('admin_billing.country_none') }, ...countries]}
          />
        </SettingsRow>
        <SettingsRow>
          <TextSetting name="billing_vat_number" help={t('admin_billing.vat_number_help')} />
          <TextSetting name="billing_phone_number" input={{ inputMode: 'tel' }} />
        </SettingsRow>
      </SettingsCard>
      <SettingsCard title={t('admin_billing.documents')}>
        <SettingsRow>
          <TextSetting
            name="billing_invoice_prefix"
            emptyValue=""
            help={t('admin_billing.invoice_prefix_help', {
              number: `${prefix ?? ''}${year}-000001`,
            })}
          />
          <NumberSetting
            name="billing_due_days"
            unit={t('admin_settings.days')}
            help={t('admin_billing.due_days_help')}
          />
        </SettingsRow>
        <SelectSetting
          name="billing_currency"
          help={t('admin_billing.currency_help')}
          options={CURRENCIES.map(code => ({
            value: code,
            label: `${code} – ${currencyName(code, locale)}`,
          }))}
        />
        <TextAreaSetting name="billing_invoice_note" help={t('admin_billing.invoice_note_help')} />
      </SettingsCard>
      <SettingsCard title={t('admin_billing.taxes')}>
        <SwitchSetting
          name="billing_prices_include_tax"
          help={t('admin_billing.prices_include_tax_help')}
        />
      </SettingsCard>
      <TaxRatesCard />
    </SettingsPage>
  )
}
