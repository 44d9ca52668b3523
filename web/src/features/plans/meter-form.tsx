import type { Interval } from '@coffer/contract/plan-inputs'
import type { Plan } from '@coffer/contract/plans'
import { TIER_MODES, type TierMode } from '@coffer/contract/rating'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { ChoiceCards } from '../../ui/form/choice-cards.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { MeterCard } from './meter-card.tsx'
import { draftsOf, type ReadMeter, readMeter, toInputs } from './meter-drafts.ts'
import classes from './plan-fields.module.css'
import { CurrencySelect, IntervalSelect } from './plan-fields.tsx'

/** The prices of a metered plan while they are typed. @param plan undefined for a new one */
export function useMeterForm(initialCurrency: string, plan?: Plan) {
  const { locale } = useFormat()
  const [drafts, setDrafts] = useState(() => draftsOf(locale, plan))
  const [currency, setCurrency] = useState(initialCurrency)
  const [interval, setInterval] = useState<Interval>(plan?.attributes.interval ?? 'month')
  const [tierMode, setTierMode] = useState<TierMode>(
    plan?.attributes.type === 'metered' ? plan.attributes.tier_mode : 'graduated',
  )
  const typed = JSON.stringify({ drafts, currency, interval, tierMode })
  const [initial] = useState(typed)
  const [showsErrors, setShowsErrors] = useState(false)
  const read = new Map(drafts.map(draft => [draft.key, readMeter(draft, currency, locale)]))
  const meters = drafts
    .filter(({ isOn }) => isOn)
    .flatMap((draft): ReadMeter[] => {
      const meter = read.get(draft.key)
      return meter ? [meter] : []
    })
  const isValid = meters.length > 0 && meters.every(({ errors }) => errors.size === 0)
  return {
    drafts,
    setDrafts,
    currency,
    setCurrency,
    interval,
    setInterval,
    tierMode,
    setTierMode,
    read,
    meters,
    showsErrors,
    isDirty: typed !== initial,
    /** Shows what is wrong, also when the form is rejected for another field. */
    check: () => setShowsErrors(!isValid),
    /** The terms for the call; null while something is wrong, which is shown from then on. */
    terms: () => {
      setShowsErrors(!isValid)
      if (!isValid) return null
      const type = 'metered' as const
      return { type, currency, interval, tier_mode: tierMode, meters: toInputs(meters) }
    },
  }
}

export type MeterForm = ReturnType<typeof useMeterForm>

export function MeterTerms({ form }: { form: MeterForm }) {
  return (
    <div className={classes.columns}>
      <CurrencySelect value={form.currency} onChange={form.setCurrency} />
      <IntervalSelect value={form.interval} onChange={form.setInterval} />
    </div>
  )
}

/** The meters of a plan with their tiers, and how tiers are priced. */
export function MeterCards({ form }: { form: MeterForm }) {
  const { t } = useTranslation()
  const { drafts, read, currency, showsErrors, tierMode } = form
  const hasTiers = form.meters.some(({ tiers }) => tiers.length > 1)
  return (
    <>
      {drafts.map(draft => (
        <MeterCard
          key={draft.key}
          draft={draft}
          read={read.get(draft.key) ?? readMeter(draft, currency, 'en')}
          currency={currency}
          showsErrors={showsErrors}
          onChange={changed =>
            form.setDrafts(drafts.map(one => (one.key === changed.key ? changed : one)))
          }
        />
      ))}
      {showsErrors && form.meters.length === 0 && (
        <p className={classes.error} role="alert">
          {t('admin_plans.no_meter')}
        </p>
      )}
      {hasTiers && (
        <SectionCard title={t('admin_plans.tier_mode')}>
          <ChoiceCards
            name="tier_mode"
            label={t('admin_plans.tier_mode')}
            isLarge
            value={tierMode}
            options={TIER_MODES.map(value => ({
              value,
              title: t(`admin_plans.tier_${value}`),
              text: t(`admin_plans.tier_${value}_text`),
            }))}
            onChange={form.setTierMode}
          />
        </SectionCard>
      )}
    </>
  )
}
