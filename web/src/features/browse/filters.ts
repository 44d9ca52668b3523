import { ItemKind } from '@coffer/contract/browse'
import { Id } from '@coffer/contract/resource'
import { z } from 'zod'
import { type DaySelection, instantsOf, PERIODS } from '../../lib/day-range.ts'
import type { Filter } from './browse.api.ts'

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
export interface FilterSelection extends DaySelection {
  kind?: ItemKind | undefined
  /** A document type and one of its subcategories. */
  type?: string | undefined
  subcategory?: string | undefined
  /** The owner's id. */
  user?: string | undefined
  /** The id of a customer's folder. */
  custom?: string | undefined
}

/** Converts the selection into a query filter. Days are in the reader's time zone. */
export function filterOf(chosen: FilterSelection, now: Date): Filter {
  const { kind, type, subcategory, user, custom } = chosen
  return {
    ...(kind && { category: kind }),
    ...(type && { type }),
    ...(type && subcategory && { subcategory }),
    ...instantsOf(chosen, now),
    ...(user && { user }),
    ...(custom && { custom }),
  }
}
