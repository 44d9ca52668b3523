import { ItemKind } from '@coffer/contract/browse'
import { Id } from '@coffer/contract/resource'
import { z } from 'zod'

export const PERIODS = ['1', '7', '30', '365'] as const

/** What the address says of a filter; what makes no sense there is left out. */
export const Chosen = z.object({
  kind: ItemKind.optional().catch(undefined),
  type: Id.optional().catch(undefined),
  subcategory: Id.optional().catch(undefined),
  days: z.coerce.string().pipe(z.enum(PERIODS)).optional().catch(undefined),
})
export interface Chosen {
  kind?: ItemKind | undefined
  /** A document type, and one of its subcategories. */
  type?: string | undefined
  subcategory?: string | undefined
  days?: (typeof PERIODS)[number] | undefined
}

/** The first moment of a period that ends today; the same the whole day long. */
export function sinceOf(days: string, now: Date): string {
  const since = new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days) + 1)
  return since.toISOString()
}
