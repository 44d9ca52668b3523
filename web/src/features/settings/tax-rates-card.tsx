import type { TaxRate } from '@coffer/contract/tax-rates'
import { toTyped } from '@coffer/contract/typed-numbers'
import { Button, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCountryOptions } from '../../lib/use-country-options.ts'
import { useFormat } from '../../lib/use-format.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { FieldLabel, FieldNotes } from './setting-field.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useSetting } from './settings-form-context.ts'
import classes from './tax-rates-card.module.css'

/** The table of tax rates by country, each from a day on. */
export function TaxRatesCard() {
  const { t } = useTranslation()
  const { value, setValue, label, isChanged, error } = useSetting<TaxRate[]>('billing_tax_rates')
  const rates = value ?? []
  const countries = useCountryOptions()
  const { locale } = useFormat()
  const change = (index: number, part: Partial<TaxRate>) =>
    setValue(rates.map((rate, at) => (at === index ? { ...rate, ...part } : rate)))
  const add = () => {
    const from = `${new Date().getFullYear()}-01-01`
    setValue([...rates, { country: countries[0]?.value ?? '', rate: '', from }])
  }
  return (
    <SettingsCard title={t('admin_billing.tax_rates')} text={t('admin_billing.tax_rates_text')}>
      {rates.length > 0 && (
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('admin_billing.tax_country')}</th>
              <th scope="col">{t('admin_billing.tax_rate')}</th>
              <th scope="col">{t('admin_billing.tax_from')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rates.map((rate, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their position.
              <tr key={index}>
                <td>
                  <SelectInput
                    aria-label={t('admin_billing.tax_country')}
                    data={countries}
                    value={rate.country}
                    onChange={event => change(index, { country: event.currentTarget.value })}
                  />
                </td>
                <td>
                  <TextInput
                    aria-label={t('admin_billing.tax_rate')}
                    inputMode="decimal"
                    autoComplete="off"
                    rightSection="%"
                    value={toTyped(rate.rate, locale)}
                    onChange={event =>
                      change(index, { rate: event.currentTarget.value.replace(',', '.') })
                    }
                  />
                </td>
                <td>
                  <TextInput
                    aria-label={t('admin_billing.tax_from')}
                    type="date"
                    value={rate.from}
                    onChange={event => change(index, { from: event.currentTarget.value })}
                  />
                </td>
                <td>
                  <IconButton
                    icon={X}
                    label={t('admin_billing.tax_remove')}
                    onClick={() => setValue(rates.filter((_, at) => at !== index))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {error && <p role="alert">{error}</p>}
      <div>
        <Button
          variant="default"
          leftSection={<Plus size={17} strokeWidth={1.75} aria-hidden />}
          onClick={add}
        >
          {t('admin_billing.tax_add')}
        </Button>
        {isChanged && <FieldLabel isChanged>{''}</FieldLabel>}
      </div>
      <FieldNotes name="billing_tax_rates" />
    </SettingsCard>
  )
}
