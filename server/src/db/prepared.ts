import type { CompiledQuery, QueryResult } from 'kysely'
import { keepPlan } from './kept-plans.ts'
import type { Db } from './open.ts'

interface Compilable<O> {
  compile: () => CompiledQuery<O>
}

/** Placeholder for a parameter while a query is built. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

interface Built<O> {
  query: CompiledQuery<O>
  fill: (params: Record<string, unknown>) => unknown[]
}

function buildOnce<P, O>(db: Db, build: (db: Db, params: P) => Compilable<O>): Built<O> {
  const placeholders = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as P
  const query = build(db, placeholders).compile()
  const parts = query.parameters
  const fill = (params: Record<string, unknown>) =>
    parts.map(part => (part instanceof Parameter ? params[part.name] : part))
  return { query, fill }
}

/**
 * A query that is built once and run with new parameters each time. Use it for queries of every
 * request or upload, where building costs several times as much as running. The parameters must not
 * affect the shape of the query.
 * @param keepsPlan whether PostgreSQL plans it once per connection: see `kept-plans.ts`
 */
export function prepared<P extends object, O>(
  build: (db: Db, params: P) => Compilable<O>,
  { keepsPlan = false } = {},
) {
  const built = new WeakMap<object, Built<O>>()
  return (db: Db, params: P): Promise<QueryResult<O>> => {
    // Built once per dialect; a transaction shares that of its database.
    const dialect = db.getExecutor().adapter
    let known = built.get(dialect)
    if (!known) {
      known = buildOnce(db, build)
      if (keepsPlan) keepPlan(known.query.sql)
      built.set(dialect, known)
    }
    const parameters = known.fill(params as Record<string, unknown>)
    return db.executeQuery({ ...known.query, parameters })
  }
}

/** The first row of a result, if there is one. */
export const firstOf = async <O>(result: Promise<QueryResult<O>>): Promise<O | undefined> =>
  (await result).rows[0]

/** Whether a statement changed any row. */
export const isChanged = async (result: Promise<QueryResult<unknown>>): Promise<boolean> =>
  ((await result).numAffectedRows ?? 0n) > 0n
