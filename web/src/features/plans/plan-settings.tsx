import type { Plan } from '@coffer/contract/plans'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { withTypedSince } from '../../ui/form/typed-since.ts'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import { ExampleBill } from './example-bill.tsx'
import { MeterCards, MeterTerms, useMeterForm } from './meter-form.tsx'
import {
  amountOf,
  editedFeatures,
  LimitFields,
  type LimitValues,
  limitsOf,
  NameFields,
  type NameValues,
  PriceFields,
  type PriceValues,
  priceValuesOf,
  VisibleField,
  validateLimits,
  validateName,
  validatePrice,
} from './plan-fields.tsx'
import classes from './plan-settings.module.css'
import { type PlanTermsBody, usePlanCalls } from './plans.api.ts'

/** Name, visibility and limits of a plan, and below them its price. */
export function PlanSettings({ plan }: { plan: Plan }) {
  const isActive = plan.attributes.status === 'active'
  return (
    <>
      <NameAndLimits plan={plan} />
      {isActive && plan.attributes.type === 'fixed' && <PriceCard plan={plan} />}
      {isActive && plan.attributes.type === 'metered' && <MeterPrices plan={plan} />}
    </>
  )
}

type SettingsValues = NameValues & LimitValues

function settingsOf(plan: Plan, locale: string): SettingsValues {
  const { name, description, visible } = plan.attributes
  return { name, description, visible, ...limitsOf(plan, locale) }
}

function NameAndLimits({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { update } = usePlanCalls()
  const isFixed = plan.attributes.type === 'fixed'
  const isActive = plan.attributes.status === 'active'
  const form = useForm<SettingsValues>({
    initialValues: settingsOf(plan, locale),
    validate: { name: validateName, ...validateLimits(locale) },
  })
  /** @param sent the values that were saved; what was typed since is kept */
  const follow = (current: Plan, sent?: SettingsValues) => {
    const values = settingsOf(current, locale)
    form.setValues(typed => (sent ? withTypedSince(values, sent, typed as SettingsValues) : values))
    form.resetDirty(values)
  }
  const { submit, busy, failure } = useFormCall(form, async values => {
    const { name, description, visible } = values
    const isEdited = (field: keyof SettingsValues) => form.isDirty(field as string)
    const texts = {
      ...(isEdited('name') && { name }),
      ...(isEdited('description') && { description }),
      ...(isActive && isEdited('visible') && { visible }),
    }
    const features = isFixed && isActive ? editedFeatures(values, isEdited, locale) : {}
    follow(await update(plan, texts, features), values)
    successToast(t('admin_plans.saved', { name }))
  })
  useLeaveWarning(form.isDirty())
  // Follows changes of others unless something is being edited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another state of the plan.
  useEffect(() => {
    if (!form.isDirty() && !busy) follow(plan)
  }, [plan])
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <SectionCard
        title={t('admin_plans.basics')}
        {...(!isActive && { text: t(`admin_plans.archived_note_${plan.attributes.type}`) })}
      >
        <NameFields form={form} />
        {isActive && <VisibleField form={form} />}
      </SectionCard>
      {isFixed && isActive && (
        <SectionCard title={t('admin_plans.limits')} text={t('admin_plans.limits_saved_text')}>
          <LimitFields form={form} />
        </SectionCard>
      )}
      <FormFailure>{failure}</FormFailure>
      <div>
        <Button type="submit" loading={busy} disabled={!form.isDirty()}>
          {t('admin_plans.save')}
        </Button>
      </div>
    </form>
  )
}

/** Creates the plan with the new price, and opens it. */
function useReplace(plan: Plan) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { replace, refresh } = usePlanCalls()
  return async (terms: PlanTermsBody) => {
    const { id } = await replace(plan.id, terms)
    await navigate({ to: '/admin/plan/$id/settings', params: { id }, ignoreBlocker: true })
    await refresh()
    successToast(t('admin_plans.price_changed', { name: plan.attributes.name }))
  }
}

function PriceCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const save = useReplace(plan)
  const form = useForm<PriceValues>({
    initialValues: priceValuesOf(plan, locale),
    validate: { price: validatePrice(locale) },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    const { currency, interval } = values
    await save({ type: 'fixed', amount: amountOf(values, locale) ?? 0, currency, interval })
  })
  useLeaveWarning(form.isDirty())
  return (
    <form onSubmit={submit} noValidate>
      <SectionCard title={t('admin_plans.new_price')} text={t('admin_plans.new_price_text')}>
        <PriceFields form={form} />
        <FormFailure>{failure}</FormFailure>
        <div>
          <Button type="submit" variant="default" loading={busy} disabled={!form.isDirty()}>
            {t('admin_plans.change_price')}
          </Button>
        </div>
      </SectionCard>
    </form>
  )
}

function MeterPrices({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const save = useReplace(plan)
  const form = useMeterForm(plan.attributes.currency, plan)
  const [busy, setBusy] = useState(false)
  useLeaveWarning(form.isDirty)
  async function submit(event: FormEvent) {
    event.preventDefault()
    const terms = form.terms()
    if (!terms) return
    setBusy(true)
    await save(terms).catch(failurePopup)
    setBusy(false)
  }
  return (
    <form className={classes.form} onSubmit={event => void submit(event)} noValidate>
      <SectionCard title={t('admin_plans.new_prices')} text={t('admin_plans.new_prices_text')}>
        <MeterTerms form={form} />
      </SectionCard>
      <MeterCards form={form} />
      <ExampleBill
        meters={form.meters}
        currency={form.currency}
        tierMode={form.tierMode}
        interval={form.interval}
      />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {t('admin_plans.change_prices')}
        </Button>
      </div>
    </form>
  )
}
