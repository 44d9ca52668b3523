import type { Money } from '@coffer/contract/money'

/** An amount as it is stored in differences to a gateway, in minor units. */
export const amountText = ({ amount, currency }: Money): string => `${amount} ${currency}`
