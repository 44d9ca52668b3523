import { z } from 'zod'
import { PAGE_SIZE } from './constants.ts'

export const Id = z.uuid()
/** A folder's id, or `all` for the top of the place that is browsed. */
export const FolderPlace = z.union([z.literal('all'), Id])

export const Paginate = z.object({
  currentPage: z.int(),
  lastPage: z.int(),
  perPage: z.int(),
  /** Place of the first and last element of this page, from 1; 0 when the page is empty. */
  from: z.int(),
  to: z.int(),
  total: z.int(),
})
export type Paginate = z.infer<typeof Paginate>

/** True figures for a page, whatever was asked for. */
export function paginate(
  page: number,
  total: number,
  count: number,
  perPage = PAGE_SIZE,
): Paginate {
  const from = count === 0 ? 0 : (page - 1) * perPage + 1
  return {
    currentPage: page,
    lastPage: Math.max(1, Math.ceil(total / perPage)),
    perPage,
    from,
    to: count === 0 ? 0 : from + count - 1,
    total,
  }
}

export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

export const toOne = <S extends z.ZodType>(schema: S) => z.object({ data: schema.nullable() })
export const collection = <S extends z.ZodType, M extends z.ZodType>(schema: S, meta: M) =>
  z.object({ data: z.array(schema), meta })

/** A folder on the way to something. */
export const Crumb = z.object({
  id: Id,
  name: z.string(),
  emoji: z.string().nullable(),
  color: z.string().nullable(),
})
export type Crumb = z.infer<typeof Crumb>
