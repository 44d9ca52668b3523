import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'

/** What tells the other processes goes out after the answer. */
const isNews = (sql: string): boolean => sql.includes('pg_notify')

/**
 * Counts the statements of some requests alone: what earlier requests left to do, and what the
 * server does of itself, runs beside them.
 */
export function countByRequest() {
  const context = new AsyncLocalStorage<string[] | undefined>()
  let current: string[] | undefined
  return {
    onQuery(sql: string): void {
      if (!isNews(sql)) context.getStore()?.push(sql)
    },
    watch(server: Server): void {
      server.prependListener('request', () => context.enterWith(current))
    },
    async count(work: () => Promise<unknown>): Promise<string[]> {
      const statements: string[] = []
      current = statements
      await context.run(statements, work)
      current = undefined
      return statements
    },
  }
}
