/** Counts of events in histories, so that a run without any is noticed. */
export const noFigures = () => ({
  histories: 0,
  users: 0,
  'steps of the clock': 0,
  'actions of users': 0,
  'refused actions': 0,
  'requests cut off': 0,
  'accounts deleted': 0,
  kills: 0,
  'events sent': 0,
  'events dropped': 0,
  'events repeated': 0,
  'calls to gateways failed': 0,
  subscriptions: 0,
  invoices: 0,
  payments: 0,
  refunds: 0,
  'refunds at gateways': 0,
  disputes: 0,
  reversals: 0,
  'reversals cancelled': 0,
  'periods recomputed': 0,
  'charged twice': 0,
  'never charged': 0,
  differences: 0,
})

export type Figures = ReturnType<typeof noFigures>
