import { z } from 'zod'
import { PAGE_SIZE } from './constants.ts'
import {
  ListDirection,
  type PageQuery,
  PageSize,
  Paginate,
  paginate,
  timeBound,
} from './resource.ts'

/** Matches of a filtered list are counted up to this number. */
export const MAX_COUNTED = 10_000

export const SortDirection = ListDirection.transform((direction): 'asc' | 'desc' =>
  direction === 'ASC' ? 'asc' : 'desc',
)
export type SortDirection = z.output<typeof SortDirection>

/** Page, order and search of a list in the admin area. Ties of the order are broken by id. */
export const AdminListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: PageSize.default(PAGE_SIZE),
  /** Restricted to the orders that the list offers. */
  sort: z.string().max(50).optional(),
  direction: SortDirection.optional(),
  /** Beginnings of words. */
  query: z.string().trim().max(255).default(''),
})
export type AdminListQuery = z.output<typeof AdminListQuery>

/** An `AdminListQuery` that offers these orders. */
export const adminListQuery = <const Sorts extends readonly [string, ...string[]]>(
  sorts: Sorts,
  defaults: { sort: Sorts[number]; direction: SortDirection },
) =>
  AdminListQuery.extend({
    sort: z.enum(sorts).default(defaults.sort as never),
    direction: SortDirection.default(defaults.direction),
  })

type Bound = z.ZodOptional<ReturnType<typeof timeBound>>

/** Parameters of a filter by time: `at_from` and `at_to`, in milliseconds. */
export const timeRange = <const N extends string>(name: N) =>
  ({
    [`${name}_from`]: timeBound(false).optional(),
    [`${name}_to`]: timeBound(true).optional(),
  }) as Record<`${N}_from` | `${N}_to`, Bound>

export const AdminListMeta = z.object({
  paginate: Paginate,
  /** True when more rows match than `paginate.total` says: show "more than 10,000". */
  is_capped: z.boolean(),
})
export type AdminListMeta = z.infer<typeof AdminListMeta>

/**
 * Builds the figures of a page.
 * @param total number of matches; `MAX_COUNTED` rows when more match
 */
export function presentAdminList(
  query: PageQuery,
  total: { rows: number; isCapped: boolean },
  count: number,
): AdminListMeta {
  return { paginate: paginate(query, total.rows, count), is_capped: total.isCapped }
}
