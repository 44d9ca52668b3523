import type { BillingOverview, PaymentMethod } from '@coffer/contract/subscriptions'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { CreditCard, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { addCard, billingQuery, removeCard } from './subscriptions.api.ts'
import classes from './subscriptions.module.css'

/** The saved card that pays what the balance doesn't cover. */
export function Cards({ billing: { methods, drivers } }: { billing: BillingOverview }) {
  const { t } = useTranslation()
  const { run, busy } = useCall()
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
        <Button variant="default" loading={busy} onClick={() => void run(() => addCard('stripe'))}>
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
          {cardName(card, t)}
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

/** The names of brands that differ from their code at the gateways by more than a capital. */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

function cardName({ brand, last4 }: PaymentMethod, t: TFunction): string {
  const code = brand ?? ''
  const name = BRANDS[code] ?? code.charAt(0).toUpperCase() + code.slice(1)
  return t('billing.card', { brand: name, last4: last4 ?? '' }).trim()
}

function RemoveButton({ card }: { card: PaymentMethod }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const name = cardName(card, t)
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
