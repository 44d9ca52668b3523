import { z } from 'zod'
import { Id } from './resource.ts'

/** Everything in a folder except some items; null is the top level. */
export const BulkSelection = z.object({
  folder_id: Id.nullable(),
  except: z.array(Id).max(1000).default([]),
  /** Restricts the selection to items that one call created; that call returned this timestamp. */
  placed_at: z.iso.datetime().optional(),
})
export type BulkSelection = z.output<typeof BulkSelection>

/** A selection is given by its items or as a bulk selection. */
export const hasOneSelection = (body: { items?: unknown; select_all_in?: unknown }): boolean =>
  (body.items === undefined) !== (body.select_all_in === undefined)
export const ONE_WAY = { error: 'validation.required', path: ['items'] }
