import { ItemKind } from '@coffer/contract/browse'
import { Id } from '@coffer/contract/resource'
import { z } from 'zod'
import { DAY_MS, dayNumber, instantFromClock, instantOf } from '../../lib/clock.ts'
import type { Filter } from './browse.api.ts'

export const PERIODS = ['1', '7', '30', '365'] as const

const Day = z.iso.date().optional().catch(undefined)

/** The filter in the URL's search parameters. Invalid values are dropped. */
export const FilterSelection = z.object({
  kind: ItemKind.optional().catch(undefined),
  type: Id.optional().catch(undefined),
  subcategory: Id.optional().catch(undefined),
  days: z.coerce.string().pipe(z.enum(PERIODS)).optional().catch(undefined),
  from: Day,
  to: Day,
  user: Id.optional().catch(undefined),
  custom: Id.optional().catch(undefined),
})
export interface FilterSelection {
  kind?: ItemKind | undefined
  /** A document type and one of its subcategories. */
  type?: string | undefined
  subcategory?: string | undefined
  /** A predefined period, or else the first and the last day. */
  days?: (typeof PERIODS)[number] | undefined
  from?: string | undefined
  to?: string | undefined
  /** The owner's id. */
  user?: string | undefined
  /** The id of a customer's folder. */
  custom?: string | undefined
}

/** Converts the selection into a query filter. Days are in the reader's time zone. */
export function filterOf(chosen: FilterSelection, now: Date): Filter {
  const { kind, days, type, subcategory, from, to, user, custom } = chosen
  return {
    ...(kind && { category: kind }),
    ...(type && { type }),
    ...(type && subcategory && { subcategory }),
    ...(days && { from: startOfPeriod(days, now) }),
    ...(!days && from && { from: dayOf(from).toISOString() }),
    ...(!days && to && { to: endOfDay(to).toISOString() }),
    ...(user && { user }),
    ...(custom && { custom }),
  }
}

/** The start of a period that ends today; constant during the day. */
function startOfPeriod(days: string, now: Date): string {
  return instantFromClock((dayNumber(now) - Number(days) + 1) * DAY_MS).toISOString()
}

/** The start of a day such as 2026-11-20. */
export const dayOf = (day: string): Date => instantOf(`${day}T00:00`)

const endOfDay = (day: string): Date => instantOf(`${day}T23:59:59.999`)
