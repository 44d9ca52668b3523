import { hash } from 'node:crypto'
import type { PoolClient } from 'pg'

const NAME_LENGTH = 16
/** Names of statements by their texts. */
const names = new Map<string, string>()

/**
 * Lets connections of PostgreSQL plan a statement once instead of each time. For statements whose best
 * plan does not depend on their parameters, and that take longer to plan than to run.
 */
export function keepPlan(text: string): void {
  names.set(text, `kept_${hash('sha256', text).slice(0, NAME_LENGTH)}`)
}

/** Statements that a pooler has lost (26000) or another client has left behind it (42P05). */
const FOREIGN = new Set(['26000', '42P05'])

/** Whether a statement cannot be used any more: a migration has changed a table whose columns it returns. */
export const isLostPlan = (cause: unknown): boolean => {
  const { code = '', routine } = (cause ?? {}) as { code?: string; routine?: string }
  return FOREIGN.has(code) || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

type Query = (statement: unknown, values?: unknown[], done?: unknown) => Promise<unknown>

/** Names the statements whose plans a connection keeps. */
export function keepPlans(client: PoolClient): void {
  const query: Query = client.query.bind(client)
  const lost = new Set<string>()

  async function queryNamed(name: string, text: string, values?: unknown[]): Promise<unknown> {
    try {
      return await query({ name, text, values })
    } catch (error) {
      if (!isLostPlan(error)) throw error
      lost.add(text)
      // In a transaction, which has failed now and runs again.
      return query(text, values).catch(() => {
        throw error
      })
    }
  }
  const named: Query = (statement, values, done) => {
    const text = typeof statement === 'string' ? statement : ''
    const name = lost.has(text) ? undefined : names.get(text)
    return name === undefined ? query(statement, values, done) : queryNamed(name, text, values)
  }
  client.query = named as PoolClient['query']
}
