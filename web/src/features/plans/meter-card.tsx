import { formatRate } from '@coffer/contract/money'
import { MAX_TIERS, METER_AGGREGATES, type Meter } from '@coffer/contract/rating'
import { Button, TextInput } from '@mantine/core'
import { ArrowUpDown, Coins, HardDrive, type LucideIcon, Plus, Users, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './meter-card.module.css'
import {
  type MeterDraft,
  type ReadMeter,
  startsOf,
  type TierDraft,
  withNewTier,
  withoutTier,
} from './meter-drafts.ts'

const ICONS: Record<Meter, LucideIcon> = {
  storage: HardDrive,
  bandwidth: ArrowUpDown,
  member: Users,
  flatFee: Coins,
}

interface MeterCardProps {
  draft: MeterDraft
  read: ReadMeter
  currency: string
  /** Errors are shown once the form was sent. */
  showsErrors: boolean
  onChange: (draft: MeterDraft) => void
}

/** A meter of a plan, with its tiers. */
export function MeterCard(props: MeterCardProps) {
  const { draft, onChange } = props
  const { key, isOn } = draft
  const { t } = useTranslation()
  const Icon = ICONS[key]
  return (
    <section className={classes.card} aria-label={t(`admin_plans.meter_${key}`)}>
      <label className={classes.head}>
        <span className={classes.icon}>
          <Icon size={18} strokeWidth={1.75} aria-hidden />
        </span>
        <span className={classes.texts}>
          <span className={classes.title}>{t(`admin_plans.meter_${key}`)}</span>
          <span className={classes.note}>{t(`admin_plans.meter_${key}_text`)}</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          aria-label={t(`admin_plans.meter_${key}`)}
          className={classes.switch}
          checked={isOn}
          onChange={event => onChange({ ...draft, isOn: event.currentTarget.checked })}
        />
      </label>
      {isOn && (key === 'flatFee' ? <FlatFee {...props} /> : <Tiers {...props} />)}
    </section>
  )
}

const useExample = (currency: string) => {
  const { locale } = useFormat()
  return formatRate('0.04', currency, locale)
}

function FlatFee({ draft, read, currency, showsErrors, onChange }: MeterCardProps) {
  const { t } = useTranslation()
  const example = useExample(currency)
  const [tier] = draft.tiers
  if (!tier) return null
  const isWrong = showsErrors && read.errors.size > 0
  return (
    <div className={classes.body}>
      <TextInput
        className={classes.fee}
        label={`${t('admin_plans.price')} (${currency})`}
        value={tier.unitPrice}
        error={isWrong && t('admin_plans.rate_wrong', { example })}
        inputMode="decimal"
        autoComplete="off"
        onChange={event =>
          onChange({ ...draft, tiers: [{ ...tier, unitPrice: event.currentTarget.value }] })
        }
      />
    </div>
  )
}

function Tiers({ draft, read, currency, showsErrors, onChange }: MeterCardProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { key, tiers, aggregate } = draft
  const starts = startsOf(tiers, locale)
  const aggregates = METER_AGGREGATES[key]
  const change = (tierKey: string, patch: Partial<TierDraft>) =>
    onChange({
      ...draft,
      tiers: tiers.map(tier => (tier.key === tierKey ? { ...tier, ...patch } : tier)),
    })
  return (
    <div className={classes.body}>
      {aggregates.length > 1 && (
        <SelectInput
          className={classes.aggregate}
          label={t('admin_plans.aggregate')}
          value={aggregate}
          data={aggregates.map(value => ({ value, label: t(`admin_plans.aggregate_${value}`) }))}
          onChange={event =>
            onChange({ ...draft, aggregate: event.currentTarget.value as typeof aggregate })
          }
        />
      )}
      <ol
        className={classes.tiers}
        aria-label={t('admin_plans.tiers_of', { meter: t(`admin_plans.meter_${key}`) })}
      >
        {tiers.map((tier, index) => (
          <TierRow
            key={tier.key}
            meter={key as keyof typeof UNITS}
            tier={tier}
            index={index}
            start={starts[index] ?? 0}
            isLast={index === tiers.length - 1}
            currency={currency}
            errors={showsErrors ? (read.errors.get(index) ?? {}) : {}}
            onChange={patch => change(tier.key, patch)}
            {...(tiers.length > 1 && {
              onRemove: () => onChange({ ...draft, tiers: withoutTier(tiers, tier.key) }),
            })}
          />
        ))}
      </ol>
      <AddTier
        isFull={tiers.length >= MAX_TIERS}
        onClick={() => onChange({ ...draft, tiers: withNewTier(tiers) })}
      />
    </div>
  )
}

/** Keeps the focus when it is disabled, so that the reason is announced. */
function AddTier({ isFull, onClick }: { isFull: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const reasonId = useId()
  return (
    <div className={classes.add}>
      <Button
        variant="subtle"
        leftSection={<Plus size={17} strokeWidth={1.75} aria-hidden />}
        data-disabled={isFull}
        aria-disabled={isFull}
        aria-describedby={reasonId}
        onClick={() => !isFull && onClick()}
      >
        {t('admin_plans.add_tier')}
      </Button>
      <p id={reasonId} className={classes.note} role="status">
        {isFull && t('admin_plans.tiers_full', { count: MAX_TIERS })}
      </p>
    </div>
  )
}

const UNITS = {
  storage: 'admin_plans.unit_storage',
  bandwidth: 'admin_plans.unit_bandwidth',
  member: 'admin_plans.unit_member',
} as const

interface TierRowProps {
  meter: keyof typeof UNITS
  tier: TierDraft
  index: number
  start: number
  isLast: boolean
  currency: string
  errors: Partial<Record<keyof TierDraft, unknown>>
  onChange: (patch: Partial<TierDraft>) => void
  onRemove?: () => void
}

function TierRow(props: TierRowProps) {
  const { meter, tier, index, start, isLast, currency, errors, onChange, onRemove } = props
  const { t } = useTranslation()
  const { number } = useFormat()
  const example = useExample(currency)
  const position = number(index + 1)
  const unit = t(UNITS[meter])
  const labelled = (field: string) => ({
    label: field,
    'aria-label': t('admin_plans.in_tier', { field, number: position }),
  })
  const common = { autoComplete: 'off', className: classes.number }
  return (
    <li className={classes.tier} data-first={index === 0 || undefined}>
      <TextInput
        {...common}
        {...labelled(t('admin_plans.over'))}
        value={number(start)}
        readOnly
        tabIndex={-1}
        variant="filled"
      />
      {isLast ? (
        <TextInput
          {...common}
          {...labelled(`${t('admin_plans.up_to')} (${unit})`)}
          value={t('admin_plans.and_more')}
          readOnly
          tabIndex={-1}
          variant="filled"
        />
      ) : (
        <TextInput
          {...common}
          {...labelled(`${t('admin_plans.up_to')} (${unit})`)}
          value={tier.upTo}
          inputMode="numeric"
          error={errors.upTo ? t('admin_plans.tier_order', { from: number(start) }) : null}
          onChange={event => onChange({ upTo: event.currentTarget.value })}
        />
      )}
      <TextInput
        {...common}
        {...labelled(t('admin_plans.unit_price', { unit }))}
        value={tier.unitPrice}
        inputMode="decimal"
        placeholder="0.00"
        error={errors.unitPrice ? t('admin_plans.rate_wrong', { example }) : null}
        onChange={event => onChange({ unitPrice: event.currentTarget.value })}
      />
      <TextInput
        {...common}
        {...labelled(t('admin_plans.once_per_tier'))}
        value={tier.flatFee}
        inputMode="decimal"
        placeholder={t('admin_plans.none')}
        error={errors.flatFee ? t('admin_plans.rate_wrong', { example }) : null}
        onChange={event => onChange({ flatFee: event.currentTarget.value })}
      />
      {onRemove ? (
        <IconButton
          icon={X}
          size="small"
          className={classes.remove}
          label={t('admin_plans.remove_tier', { number: position })}
          onClick={onRemove}
        />
      ) : (
        <span className={classes.remove} />
      )}
    </li>
  )
}
