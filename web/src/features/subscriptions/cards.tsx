import type { BillingOverview, PaymentMethod } from '@coffer/contract/subscriptions'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CreditCard, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { addCard, billingQuery, removeCard } from './subscriptions.api.ts'
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
  return cards.map(card => (
    <div key={card.id}>
      <div className={classes.cardLine}>
        <p className={classes.card}>
          <CreditCard size={17} strokeWidth={1.75} aria-hidden />
          {t('billing.card', namesOf(card))}
        </p>
        <RemoveButton card={card} />
      </div>
      {card.expires_at && (
        <p className={classes.quiet}>
          {t('billing.card_until', { date: format.month(lastMomentBefore(card.expires_at)) })}
        </p>
      )}
      {card.needs_attention !== null && (
        <p className={classes.cardProblem}>{t('billing.card_attention')}</p>
      )}
    </div>
  ))
}

const namesOf = ({ brand, last4 }: PaymentMethod) => ({ brand: brand ?? '', last4: last4 ?? '' })

function RemoveButton({ card }: { card: PaymentMethod }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const name = t('billing.card', namesOf(card))
  const remove = async () => {
    setRemoving(true)
    await removeCard(card, name)
    setRemoving(false)
    // Also after a failure, as another page may have removed it.
    void queries.invalidateQueries(billingQuery)
  }
  return (
    <IconButton
      icon={Trash2}
      size="small"
      label={t('billing.card_remove', { card: name })}
      disabled={isRemoving}
      onClick={() => void remove()}
    />
  )
}
