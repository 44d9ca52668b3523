import { GATEWAY_TITLES } from '@coffer/contract/gateways'
import { formatMoney } from '@coffer/contract/money'
import { type BillingOverview, isLive, type PlanOffer } from '@coffer/contract/subscriptions'
import { Button, SegmentedControl } from '@mantine/core'
import { Boxes, Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { EmptyState, StateIcon } from '../../ui/empty-state.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/tag.tsx'
import { changePlan, subscribe, subscribeFromBalance } from './subscriptions.api.ts'
import classes from './subscriptions.module.css'

interface PlanOffersProps {
  billing: BillingOverview
  onChange: () => void
}

/** The plans on sale, each with the amount due today. */
export function PlanOffers({ billing, onChange }: PlanOffersProps) {
  const { t } = useTranslation()
  const { subscription, offers } = billing
  const hasPlan = subscription !== null && isLive(subscription.attributes)
  const intervals = new Set(offers.map(({ plan }) => plan.attributes.interval))
  const [interval, setChosen] = useState(
    subscription?.relationships.plan.data.attributes.interval ?? 'month',
  )
  const [running, setRunning] = useState<string>()
  const run = async (id: string, change: () => Promise<void>) => {
    setRunning(id)
    await change()
    onChange()
    setRunning(undefined)
  }
  const shown = intervals.has(interval) ? interval : offers[0]?.plan.attributes.interval
  if (offers.length === 0 && hasPlan) return null
  if (offers.length === 0)
    return (
      <EmptyState
        picture={<StateIcon icon={Boxes} />}
        title={t('billing.no_plans')}
        text={t('billing.no_plans_text')}
      />
    )
  return (
    <SectionCard
      title={t(hasPlan ? 'billing.change_plan' : 'billing.plans')}
      action={
        intervals.size > 1 && (
          <SegmentedControl
            aria-label={t('billing.interval')}
            value={shown ?? 'month'}
            onChange={value => setChosen(value as typeof interval)}
            data={[
              { value: 'month', label: t('billing.month') },
              { value: 'year', label: t('billing.year') },
            ]}
          />
        )
      }
    >
      <ul className={classes.offers}>
        {offers
          .filter(({ plan }) => plan.attributes.interval === shown)
          .map(offer => (
            <Offer
              key={offer.plan.id}
              offer={offer}
              hasPlan={hasPlan}
              canChange={
                subscription?.attributes.status !== 'cancelled' && billing.pending_change === null
              }
              running={running}
              run={run}
            />
          ))}
      </ul>
    </SectionCard>
  )
}

interface ButtonsProps {
  offer: PlanOffer
  hasPlan: boolean
  /** The button whose change is being made; the others wait for it. */
  running: string | undefined
  run: (id: string, change: () => Promise<void>) => Promise<void>
}

interface OfferProps extends ButtonsProps {
  /** False while the plan is cancelled, or a change of it is being paid. */
  canChange: boolean
}

function Offer({ canChange, ...buttons }: OfferProps) {
  const { offer } = buttons
  const { t } = useTranslation()
  const format = useFormat()
  const { name, description, interval, price, storage_bytes, max_team_members } =
    offer.plan.attributes
  const amount = formatMoney(price, format.locale)
  const priceText = t(`billing.per_${interval}`, { price: amount })
  const isTooSmall = offer.exceeds.bytes > 0 || offer.exceeds.members > 0
  return (
    <li className={classes.offer} data-current={offer.is_current || undefined}>
      <div className={classes.offerHead}>
        <h3>{name}</h3>
        {offer.is_current && <Tag>{t('billing.current')}</Tag>}
      </div>
      <p className={classes.price}>
        <strong>{amount}</strong> {t(`billing.every_${interval}`)}
      </p>
      {description && <p className={classes.quiet}>{description}</p>}
      <ul className={classes.features}>
        <li>
          <Check size={15} aria-hidden />
          {storage_bytes === null ? t('billing.unlimited_storage') : format.bytes(storage_bytes)}
        </li>
        <li>
          <Check size={15} aria-hidden />
          {max_team_members === null
            ? t('billing.unlimited_members')
            : t('billing.plan_members', { count: max_team_members })}
        </li>
      </ul>
      {!offer.is_current && canChange && (
        <>
          <Buttons {...buttons} priceText={priceText} />
          <p className={classes.quiet}>
            {offer.due_today.amount === 0
              ? t('billing.nothing_today')
              : t('billing.today', { price: formatMoney(offer.due_today, format.locale) })}
          </p>
        </>
      )}
      {isTooSmall && <p className={classes.quiet}>{t('billing.too_small')}</p>}
    </li>
  )
}

function Buttons({
  offer,
  hasPlan,
  running,
  run,
  priceText,
}: ButtonsProps & { priceText: string }) {
  const { t } = useTranslation()
  const { id } = offer.plan
  const propsOf = (button: string, change: () => Promise<void>) => ({
    loading: running === button,
    disabled: running !== undefined,
    onClick: () => void run(button, change),
  })
  if (hasPlan)
    return (
      <Button {...propsOf(id, () => changePlan(offer, priceText))}>
        {t('billing.change_now')}
      </Button>
    )
  return offer.drivers.map((driver, index) => (
    <Button
      key={driver}
      variant={index === 0 ? 'filled' : 'default'}
      {...propsOf(`${id} ${driver}`, () =>
        driver === 'system' ? subscribeFromBalance(offer, priceText) : subscribe(id, driver),
      )}
    >
      {driver === 'system'
        ? t('billing.pay_from_balance')
        : t('billing.pay_with', { name: GATEWAY_TITLES[driver] })}
    </Button>
  ))
}
