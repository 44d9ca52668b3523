/** One line of the gateway's own list of money that moved, to compare ours with. */
export interface StatementLine {
  id: string
  kind: 'payment' | 'refund'
  /** Minor units. */
  amount: number
  /** Upper case. */
  currency: string
  state: 'pending' | 'succeeded' | 'failed'
  /** UTC ms. */
  at: number
  /** Of a refund: the payment. */
  paymentId?: string | undefined
}
