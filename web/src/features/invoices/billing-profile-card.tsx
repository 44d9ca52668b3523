import { BillingProfile, putBillingProfile } from '@coffer/contract/billing-profile'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { validateField } from '../../lib/form-errors.ts'
import { useCountryOptions } from '../../lib/use-country-options.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { editedValues, withTypedSince } from '../../ui/form/typed-since.ts'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import { billingProfileQuery } from './invoices.api.ts'
import classes from './invoices.module.css'

const FIELDS = [
  ['name', 'name'],
  ['company', 'organization'],
  ['address', 'street-address'],
  ['postal_code', 'postal-code'],
  ['city', 'address-level2'],
  ['state', 'address-level1'],
  ['phone', 'tel'],
  ['tax_id', 'off'],
] as const
const OPTIONAL = new Set(['company', 'state', 'phone', 'tax_id'])

/** Name and address for future invoices. Needs the messages of the part `billing`. */
export function BillingProfileCard() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(billingProfileQuery)
  return (
    <SectionCard title={t('invoices.profile')} text={t('invoices.profile_text')}>
      {data === undefined && !isError && <Skeleton height={280} aria-busy />}
      {data === undefined && isError && <PartFailure retry={refetch} />}
      {data !== undefined && <ProfileForm profile={data} />}
    </SectionCard>
  )
}

type Values = Record<keyof BillingProfile, string>

const valuesOf = (profile: BillingProfile | null): Values =>
  Object.fromEntries(
    Object.keys(BillingProfile.shape).map(name => [
      name,
      profile?.[name as keyof BillingProfile] ?? '',
    ]),
  ) as Values

const profileOf = (values: Partial<Values>): Partial<BillingProfile> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      OPTIONAL.has(name) && value?.trim() === '' ? null : value,
    ]),
  )

function ProfileForm({ profile }: { profile: BillingProfile | null }) {
  const { t } = useTranslation()
  const countries = useCountryOptions()
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    initialValues: valuesOf(profile),
    validate: values => {
      const sent = profileOf(values)
      return Object.fromEntries(
        Object.entries(BillingProfile.shape).flatMap(([name, schema]) => {
          const error = validateField(schema, sent[name as keyof BillingProfile])
          return error ? [[name, error]] : []
        }),
      )
    },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    const sent = profile ? editedValues(form.getInitialValues(), values) : values
    const { data } = await api(putBillingProfile, { body: profileOf(sent) })
    queryClient.setQueryData(billingProfileQuery.queryKey, data)
    const saved = valuesOf(data)
    form.setInitialValues(saved)
    form.setValues(current => withTypedSince(saved, values, current))
    successToast(t('invoices.profile_saved'))
  })
  useLeaveWarning(form.isDirty())
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={classes.form}>
        {FIELDS.map(([name, autoComplete]) => (
          <TextInput
            key={name}
            {...form.getInputProps(name)}
            label={t(`invoices.profile_${name}`)}
            autoComplete={autoComplete}
            {...(name === 'tax_id' && { description: t('invoices.profile_tax_id_help') })}
            {...(name === 'address' && { className: classes.wide })}
          />
        ))}
        <SelectInput
          {...form.getInputProps('country')}
          label={t('invoices.profile_country')}
          autoComplete="country"
          data={[{ value: '', label: '' }, ...countries]}
        />
      </div>
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" mt={14} loading={busy} disabled={!form.isDirty()}>
        {t('files.save')}
      </Button>
    </form>
  )
}
