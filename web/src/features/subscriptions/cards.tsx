import type { BillingOverview, PaymentMethod } from '@coffer/contract/subscriptions'
import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { addCard } from './subscriptions.api.ts'
import classes from './subscriptions.module.css'

/** The saved card that pays what the balance doesn't cover. */
export function Cards({ billing: { methods, drivers } }: { billing: BillingOverview }) {
  const { t } = useTranslation()
  const cards = methods.filter(({ kind }) => kind === 'card')
  return (
    <section className={classes.side} aria-labelledby="cards-title">
      <h2 id="cards-title" className={classes.sideTitle}>
        {t('billing.cards')}
      </h2>
      <CardList cards={cards} />
      <p className={classes.quiet}>
        {t(cards.length > 0 ? 'billing.card_text' : 'billing.card_none')}
      </p>
      {drivers.includes('stripe') && (
        <Button variant="default" onClick={() => void addCard('stripe')}>
          {t('billing.card_add')}
        </Button>
      )}
    </section>
  )
}

/** A card works to the end of a month. */
const lastMomentBefore = (time: string): Date => new Date(Date.parse(time) - 1)

/** Saved cards, each with its problem. */
export function CardList({ cards }: { cards: readonly PaymentMethod[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return cards.map(({ id, brand, last4, expires_at, needs_attention }) => (
    <div key={id}>
      <p className={classes.card}>
        <CreditCard size={17} strokeWidth={1.75} aria-hidden />
        {t('billing.card', { brand: brand ?? '', last4: last4 ?? '' })}
      </p>
      {expires_at && (
        <p className={classes.quiet}>
          {t('billing.card_until', { date: format.month(lastMomentBefore(expires_at)) })}
        </p>
      )}
      {needs_attention !== null && (
        <p className={classes.cardProblem}>{t('billing.card_attention')}</p>
      )}
    </div>
  ))
}
