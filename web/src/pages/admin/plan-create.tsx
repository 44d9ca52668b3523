import { Button, Skeleton } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { ExampleBill } from '../../features/plans/example-bill.tsx'
import { MeterCards, MeterTerms, useMeterForm } from '../../features/plans/meter-form.tsx'
import {
  amountOf,
  featuresOf,
  LimitFields,
  type LimitValues,
  NameFields,
  type NameValues,
  PriceFields,
  type PriceValues,
  VisibleField,
  validateLimits,
  validateName,
  validatePrice,
} from '../../features/plans/plan-fields.tsx'
import { type NewPlanBody, usePlanCalls } from '../../features/plans/plans.api.ts'
import { settingsQuery } from '../../features/settings/settings.api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import classes from './plan-create.module.css'

const LIST = { to: '/admin/plans', search: {} } as const

function useCreate() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { create } = usePlanCalls()
  return async (body: NewPlanBody) => {
    await create(body)
    successToast(t('admin_plans.created', { name: body.name }))
    await navigate({ ...LIST, ignoreBlocker: true })
  }
}

function Head({ title, busy }: { title: string; busy: boolean }) {
  const { t } = useTranslation()
  usePageTitle(title)
  return (
    <PageHeader title={title} parent={{ label: t('admin.plans'), link: LIST }}>
      <Button
        variant="default"
        className={classes.cancel}
        renderRoot={props => <Link {...props} {...LIST} />}
      >
        {t('popups.cancel')}
      </Button>
      <Button type="submit" loading={busy}>
        {t('admin_plans.create')}
      </Button>
    </PageHeader>
  )
}

type FixedValues = NameValues & PriceValues & LimitValues

const newFixed = (currency: string): FixedValues => ({
  name: '',
  description: '',
  visible: true,
  price: '',
  currency,
  interval: 'month',
  hasStorageLimit: true,
  gigabytes: '100',
  hasMemberLimit: true,
  members: '5',
})

interface FormProps {
  /** The currency of new plans. */
  currency: string
}

/** Shows the form once the currency of new plans is known, which is set under Billing details. */
function WithCurrency({ form: Form }: { form: ComponentType<FormProps> }) {
  const { data, isError, refetch } = useQuery(settingsQuery)
  if (data) return <Form currency={data.values.billing_currency.value} />
  return isError ? <PartFailure retry={refetch} /> : <Skeleton height={320} radius="lg" aria-busy />
}

/** The page /admin/plan/create/fixed. */
export const CreateFixedPlanPage = () => <WithCurrency form={FixedPlanForm} />

/** The page /admin/plan/create/metered, with an example bill beside the prices. */
export const CreateMeteredPlanPage = () => <WithCurrency form={MeteredPlanForm} />

function FixedPlanForm({ currency }: FormProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const create = useCreate()
  const form = useForm<FixedValues>({
    initialValues: newFixed(currency),
    validate: { name: validateName, price: validatePrice(locale), ...validateLimits(locale) },
  })
  const { submit, busy, failure } = useFormCall(form, values => {
    const { name, description, visible, currency, interval } = values
    return create({
      type: 'fixed',
      name,
      description,
      visible,
      currency,
      interval,
      amount: amountOf(values, locale) ?? 0,
      features: featuresOf(values, locale),
    })
  })
  useLeaveWarning(form.isDirty())
  return (
    <form onSubmit={submit} noValidate>
      <Head title={t('admin_plans.new_fixed')} busy={busy} />
      <div className={classes.page}>
        <FormFailure>{failure}</FormFailure>
        <SectionCard title={t('admin_plans.basics')}>
          <NameFields form={form} />
          <PriceFields form={form} />
          <p className={classes.note}>{t('admin_plans.fixed_note')}</p>
        </SectionCard>
        <SectionCard title={t('admin_plans.limits')} text={t('admin_plans.limits_text')}>
          <LimitFields form={form} />
        </SectionCard>
        <SectionCard title={t('admin_plans.visible')}>
          <VisibleField form={form} />
        </SectionCard>
      </div>
    </form>
  )
}

function MeteredPlanForm({ currency }: FormProps) {
  const { t } = useTranslation()
  const create = useCreate()
  const meters = useMeterForm(currency)
  const form: UseFormReturnType<NameValues> = useForm<NameValues>({
    initialValues: { name: '', description: '', visible: true },
    validate: { name: validateName },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    const { name, description, visible } = values
    const terms = meters.terms()
    if (terms) await create({ ...terms, name, description, visible })
  })
  useLeaveWarning(form.isDirty() || meters.isDirty)
  return (
    <form
      noValidate
      onSubmit={event => {
        meters.check()
        submit(event)
      }}
    >
      <Head title={t('admin_plans.new_metered')} busy={busy} />
      <div className={classes.wide}>
        <div className={classes.column}>
          <FormFailure>{failure}</FormFailure>
          <SectionCard title={t('admin_plans.basics')}>
            <NameFields form={form} />
            <MeterTerms form={meters} />
            <p className={classes.note}>{t('admin_plans.metered_note')}</p>
          </SectionCard>
          <MeterCards form={meters} />
        </div>
        <div className={classes.side}>
          <ExampleBill
            meters={meters.meters}
            currency={meters.currency}
            tierMode={meters.tierMode}
            interval={meters.interval}
          />
        </div>
      </div>
    </form>
  )
}
