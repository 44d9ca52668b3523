import { joinMessages } from '../../join-messages.ts'
import { invoices } from './invoices.ts'
import { subscriptions } from './subscriptions.ts'
import { usage } from './usage.ts'

/** Messages of billing pages and the pages of invoices, which are loaded on use. */
export const billing = joinMessages(invoices, subscriptions, usage)
