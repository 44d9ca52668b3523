/** How a card, or an account that pays, behaves. */
export type Card =
  | 'ok'
  /** Refused now, may work later. */
  | 'declined_soft'
  /** Refused permanently. */
  | 'declined_hard'
  | 'expired'
  /** The bank wants the payer for each payment. */
  | 'requires_3ds'
  /** The first payment works, later ones are refused. */
  | 'declined_later'
  /** The outcome is known after days. */
  | 'pending'
  | 'pending_then_denied'

export interface Refusal {
  code: string
  reason: string
  message: string
  /** Repeating is pointless. */
  final: boolean
}

const REFUSALS: Partial<Record<Card, Refusal>> = {
  declined_soft: {
    code: 'card_declined',
    reason: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    final: false,
  },
  declined_hard: {
    code: 'card_declined',
    reason: 'stolen_card',
    message: 'Your card was declined.',
    final: true,
  },
  expired: {
    code: 'expired_card',
    reason: 'expired_card',
    message: 'Your card has expired.',
    final: true,
  },
}

/** @returns the refusal of a card, or undefined if it pays or needs the payer */
export function refusalOf(card: Card, isFirst: boolean): Refusal | undefined {
  if (card === 'declined_later') return isFirst ? undefined : REFUSALS.declined_soft
  return REFUSALS[card]
}

export const isPending = (card: Card) => card === 'pending' || card === 'pending_then_denied'
