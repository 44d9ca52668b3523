import { z } from 'zod'
import { Id } from './resource.ts'

/** Everything in a folder, null being the top, however much it is, but for the exceptions. */
export const BulkSelection = z.object({
  folder_id: Id.nullable(),
  except: z.array(Id).max(1000).default([]),
  /** Of that only what one call has put there, which was answered with this time. */
  placed_at: z.iso.datetime().optional(),
})
export type BulkSelection = z.output<typeof BulkSelection>

/** A selection is told either by its items or as a set. */
export const hasOneSelection = (body: { items?: unknown; select_all_in?: unknown }): boolean =>
  (body.items === undefined) !== (body.select_all_in === undefined)
export const ONE_WAY = { error: 'validation.required', path: ['items'] }
