import { CURRENCIES, currencyName } from '@coffer/contract/currencies'
import { formatMoney, parseMoney, toTypedMoney } from '@coffer/contract/money'
import { INTERVALS, type Interval, UNLIMITED } from '@coffer/contract/plan-inputs'
import type { Plan } from '@coffer/contract/plans'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { numberOf, toTypedNumber } from '../../lib/sizes.ts'
import { useFormat } from '../../lib/use-format.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { SwitchRow } from '../../ui/form/switch-row.tsx'
import classes from './plan-fields.module.css'

/** The names of a plan, also as form values. */
export interface NameValues {
  name: string
  description: string
  visible: boolean
  [field: string]: unknown
}

export interface LimitValues {
  hasStorageLimit: boolean
  gigabytes: string
  hasMemberLimit: boolean
  members: string
  [field: string]: unknown
}

export interface PriceValues {
  price: string
  currency: string
  interval: Interval
  [field: string]: unknown
}

export const limitsOf = (plan: Plan, locale: string): LimitValues => {
  const features = plan.attributes.type === 'fixed' ? plan.attributes.features : null
  const storage = features?.max_storage_amount ?? UNLIMITED
  const members = features?.max_team_members ?? UNLIMITED
  return {
    hasStorageLimit: storage !== UNLIMITED,
    gigabytes: storage === UNLIMITED ? '' : toTypedNumber(storage, locale),
    hasMemberLimit: members !== UNLIMITED,
    members: members === UNLIMITED ? '' : toTypedNumber(members, locale),
  }
}

export const featuresOf = (values: LimitValues, locale: string) => ({
  max_storage_amount: values.hasStorageLimit ? numberOf(values.gigabytes, locale) : UNLIMITED,
  max_team_members: values.hasMemberLimit ? numberOf(values.members, locale) : UNLIMITED,
})

/** The limits that were edited, because another administrator may change the others. */
export function editedFeatures(
  values: LimitValues,
  isEdited: (field: keyof LimitValues) => boolean,
  locale: string,
): Partial<ReturnType<typeof featuresOf>> {
  const { max_storage_amount, max_team_members } = featuresOf(values, locale)
  return {
    ...((isEdited('hasStorageLimit') || isEdited('gigabytes')) && { max_storage_amount }),
    ...((isEdited('hasMemberLimit') || isEdited('members')) && { max_team_members }),
  }
}

export const priceValuesOf = (plan: Plan, locale: string): PriceValues => {
  const { attributes } = plan
  const { currency, interval } = attributes
  const amount = attributes.type === 'fixed' ? attributes.amount : 0
  return { price: toTypedMoney({ amount, currency }, locale), currency, interval }
}

/** The price in minor units; undefined unless it is one. */
export function amountOf({ price, currency }: PriceValues, locale: string): number | undefined {
  const amount = parseMoney(price, currency, locale)?.amount
  return amount !== undefined && amount > 0 ? amount : undefined
}

const MAX_GIGABYTES = 9_000_000
const MAX_MEMBERS = 1_000_000

const isWithin = (value: number, most: number) => value >= 0 && value <= most

export const validateLimits = (locale: string) => ({
  gigabytes: (text: string, { hasStorageLimit }: LimitValues) => {
    const size = numberOf(text, locale)
    const isValid = !hasStorageLimit || (size > 0 && isWithin(size, MAX_GIGABYTES))
    return isValid ? null : i18next.t('validation.number')
  },
  members: (text: string, { hasMemberLimit }: LimitValues) => {
    const count = numberOf(text, locale)
    const isValid = !hasMemberLimit || (Number.isInteger(count) && isWithin(count, MAX_MEMBERS))
    return isValid ? null : i18next.t('validation.number')
  },
})

export const validatePrice =
  (locale: string) =>
  (_: unknown, values: PriceValues): string | null =>
    amountOf(values, locale) === undefined
      ? i18next.t('admin_plans.amount_wrong', {
          example: formatMoney({ amount: 1200, currency: values.currency }, locale),
        })
      : null

export const validateName = (name: string): string | null =>
  name.trim() === '' ? i18next.t('validation.required') : null

// biome-ignore lint/suspicious/noExplicitAny: forms of several shapes have these fields.
type AnyForm = UseFormReturnType<any>

export function NameFields({ form }: { form: AnyForm }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...form.getInputProps('name')}
        label={t('admin_plans.name')}
        maxLength={100}
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('description')}
        label={t('admin_plans.description')}
        description={t('admin_plans.description_help')}
        maxLength={200}
        autoComplete="off"
      />
    </>
  )
}

export function VisibleField({ form }: { form: AnyForm }) {
  const { t } = useTranslation()
  return (
    <SwitchRow
      label={t('admin_plans.visible_label')}
      text={t('admin_plans.visible_text')}
      isOn={form.values.visible}
      onChange={isOn => form.setFieldValue('visible', isOn)}
    />
  )
}

interface ChoiceProps<V> {
  value: V
  onChange: (value: V) => void
}

export function CurrencySelect({ value, onChange }: ChoiceProps<string>) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const data = useMemo(
    () =>
      CURRENCIES.map(code => ({ value: code, label: `${code} · ${currencyName(code, locale)}` })),
    [locale],
  )
  return (
    <SelectInput
      label={t('admin_plans.currency')}
      value={value}
      data={data}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

export function IntervalSelect({ value, onChange }: ChoiceProps<Interval>) {
  const { t } = useTranslation()
  return (
    <SelectInput
      label={t('admin_plans.interval')}
      value={value}
      data={INTERVALS.map(interval => ({
        value: interval,
        label: t(`admin_plans.interval_${interval}`),
      }))}
      onChange={event => onChange(event.currentTarget.value as Interval)}
    />
  )
}

/** Price, currency and interval of a fixed plan. */
export function PriceFields({ form }: { form: AnyForm }) {
  const { t } = useTranslation()
  const { currency, interval } = form.values as PriceValues
  return (
    <div className={classes.columns}>
      <TextInput
        {...form.getInputProps('price')}
        label={t('admin_plans.price')}
        inputMode="decimal"
        autoComplete="off"
      />
      <CurrencySelect value={currency} onChange={value => form.setFieldValue('currency', value)} />
      <IntervalSelect value={interval} onChange={value => form.setFieldValue('interval', value)} />
    </div>
  )
}

/** Storage and members of a fixed plan. */
export function LimitFields({ form }: { form: AnyForm }) {
  const { t } = useTranslation()
  const { hasStorageLimit, hasMemberLimit } = form.values as LimitValues
  return (
    <div className={classes.columns}>
      <div className={classes.limit}>
        <SwitchRow
          label={t('admin_plans.unlimited_storage')}
          isOn={!hasStorageLimit}
          onChange={isOn => form.setFieldValue('hasStorageLimit', !isOn)}
        />
        {hasStorageLimit && (
          <TextInput
            {...form.getInputProps('gigabytes')}
            label={t('admin_plans.storage_gb')}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
      </div>
      <div className={classes.limit}>
        <SwitchRow
          label={t('admin_plans.unlimited_members')}
          isOn={!hasMemberLimit}
          onChange={isOn => form.setFieldValue('hasMemberLimit', !isOn)}
        />
        {hasMemberLimit && (
          <TextInput
            {...form.getInputProps('members')}
            label={t('admin_plans.members_count')}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </div>
    </div>
  )
}
