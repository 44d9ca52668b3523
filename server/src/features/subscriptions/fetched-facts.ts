import type { CheckoutRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { Gateway, RemoteFacts, Subject } from '../gateways/index.ts'
import type { PaymentDeps } from '../payments/index.ts'
import type { Changes, LocalState } from './plan-changes.ts'

/** The row whose tickets order the syncs of a subject, and what to read for it. */
export type SyncTarget =
  | { kind: 'subscription' | 'checkout'; id: string; subject: Subject }
  | { kind: 'payment'; id: string; subject: Subject }

export type ApplyDeps = PaymentDeps

export interface Fetched {
  gateway: Gateway
  target: SyncTarget
  /** Null for payments, which only move forward. */
  ticket: number | null
  remote: RemoteFacts
}

/** The user a fact belongs to, with the rows it is about. */
export interface LocalSubject {
  userId: string
  checkout: CheckoutRow | undefined
  subscription: SubscriptionRow | undefined
}

export interface Planned {
  gateway: Gateway
  subject: LocalSubject
  changes: Changes
  remote: RemoteFacts
  local: LocalState
}
