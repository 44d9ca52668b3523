import type { Fields } from '../shared/description.ts'
import type { Call, Handler } from '../shared/simulator-server.ts'
import { refuse } from './errors.ts'
import { all, type Resource, type StripeState } from './state.ts'

const PAGING = new Set(['limit', 'starting_after', 'ending_before', 'expand'])

const INCLUDED = 10

type Filter = (resource: Fields, value: never) => boolean

/** Filters that aren't a comparison with the field of the same name. */
const FILTERS: Record<string, Filter> = {
  created: isInRange as Filter,
  types: (event, types: string[]) => types.includes(String(event.type)),
  lookup_keys: (price, keys: string[]) => keys.includes(String(price.lookup_key)),
  payment: (payment, { payment_intent }: Fields) =>
    (payment.payment as Fields).payment_intent === payment_intent,
}

/** Newest first, in pages, as Stripe lists. */
export function listOf(
  state: StripeState,
  object: string,
  {
    filters = {},
    hidden = () => false,
  }: {
    filters?: Record<string, Filter>
    hidden?: (resource: never, query: Fields) => boolean
  } = {},
): Handler {
  return ({ call, query }: Call) => {
    const conditions = Object.entries(query).filter(([name]) => !PAGING.has(name))
    const matching = all(state, object).filter(resource => {
      const fields = resource as unknown as Fields
      return (
        !hidden(fields as never, query) &&
        conditions.every(([name, value]) => {
          const filter = filters[name] ?? FILTERS[name]
          return filter ? filter(fields, value as never) : fields[name] === value
        })
      )
    })
    return page(matching.reverse(), query, call.split(' ')[1] ?? '')
  }
}

function page(resources: Resource[], query: Fields, url: string) {
  const limit = Number(query.limit ?? 10)
  if (limit < 1 || limit > 100) throw refuse('limit must be between 1 and 100', undefined, 'limit')
  const after = resources.findIndex(one => one.id === query.starting_after) + 1
  const before = resources.findIndex(one => one.id === query.ending_before)
  const rest = resources.slice(after, before < 0 ? undefined : before)
  const data = before < 0 ? rest.slice(0, limit) : rest.slice(-limit)
  return asList(data, url, rest.length > limit)
}

export function asList<T>(data: T[], url: string, hasMore = false) {
  return { object: 'list', data, has_more: hasMore, url }
}

/** A list within its resource: the ten newest, as Stripe includes it. */
export const includedList = <T>(oldestFirst: readonly T[], url: string) =>
  asList(
    structuredClone(oldestFirst.toReversed().slice(0, INCLUDED)),
    url,
    oldestFirst.length > INCLUDED,
  )

function isInRange({ created }: Fields, range: number | Record<string, number>): boolean {
  const at = Number(created)
  if (typeof range === 'number') return at === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return at > gt && at >= gte && at < lt && at <= lte
}

/** Fields that are left out unless they are asked for. */
export type Includable = (resource: Fields) => unknown

/** Replaces ids by resources along the paths of `expand`. */
export function expand(
  state: StripeState,
  includable: Record<string, Includable>,
  answer: unknown,
  paths: unknown,
): unknown {
  if (!Array.isArray(paths)) return answer
  return paths.reduce(
    (value, path) => expandPath(state, includable, value, String(path).split('.')),
    structuredClone(answer),
  )
}

function expandPath(
  state: StripeState,
  includable: Record<string, Includable>,
  value: unknown,
  [name, ...rest]: string[],
): unknown {
  if (name === undefined) return value
  if (Array.isArray(value)) {
    return value.map(one => expandPath(state, includable, one, [name, ...rest]))
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  const include = includable[`${fields.object}.${name}`]
  if (include && fields[name] === undefined) fields[name] = include(fields)
  const inner = fields[name]
  const match = typeof inner === 'string' ? state.resources.get(inner) : undefined
  const expanded = match ? structuredClone(match) : inner
  return { ...fields, [name]: expandPath(state, includable, expanded, rest) }
}
