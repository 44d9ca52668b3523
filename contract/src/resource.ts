import { z } from 'zod'
import { MAX_PAGE_SIZE, PAGE_SIZE } from './constants.ts'

export const Id = z.uuid()
/** The `updated_at` of a resource as the caller knows it. The call is rejected if it was changed since. */
export const SeenUpdatedAt = z.iso.datetime().optional()
/** A folder id, or `all` for the top level. */
export const FolderRef = z.union([z.literal('all'), Id])

export const Paginate = z.object({
  currentPage: z.int(),
  lastPage: z.int(),
  perPage: z.int(),
  /** Position of the first and last element of this page, from 1; 0 when the page is empty. */
  from: z.int(),
  to: z.int(),
  total: z.int(),
})
export type Paginate = z.infer<typeof Paginate>

export const PageSize = z.coerce.number().int().min(1).max(MAX_PAGE_SIZE)
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: PageSize.default(PAGE_SIZE),
})
export type PageQuery = z.output<typeof PageQuery>

/** The direction of an order, in upper or lower case. */
export const ListDirection = z
  .string()
  .transform(value => value.toUpperCase())
  .pipe(z.enum(['ASC', 'DESC']))

/** Rows of a page. */
export const rowsOf = ({ page, per_page }: PageQuery) => ({
  offset: (page - 1) * per_page,
  limit: per_page,
})

/** Computes the paging figures of a page. */
export function paginate(query: PageQuery, total: number, count: number): Paginate {
  const { page, per_page } = query
  const from = count === 0 ? 0 : rowsOf(query).offset + 1
  return {
    currentPage: page,
    lastPage: Math.max(1, Math.ceil(total / per_page)),
    perPage: per_page,
    from,
    to: count === 0 ? 0 : from + count - 1,
    total,
  }
}

/** A bound of a filter by time: an exact time, or a day, of which an end includes the whole. */
export const timeBound = (end: boolean) =>
  z.union([
    z.iso.datetime({ offset: true }).transform(value => Date.parse(value)),
    z.iso.date().transform(day => Date.parse(`${day}T${end ? '23:59:59.999' : '00:00:00.000'}Z`)),
  ])

export const toOne = <S extends z.ZodType>(schema: S) => z.object({ data: schema.nullable() })
export const collection = <S extends z.ZodType, M extends z.ZodType>(schema: S, meta: M) =>
  z.object({ data: z.array(schema), meta })

/** An ancestor folder. */
export const Crumb = z.object({
  id: Id,
  name: z.string(),
  emoji: z.string().nullable(),
  color: z.string().nullable(),
})
export type Crumb = z.infer<typeof Crumb>
