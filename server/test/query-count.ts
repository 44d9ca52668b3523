import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'

/** Notifications to other processes are sent after the response. */
const isNotification = (sql: string): boolean => sql.includes('pg_notify')

/**
 * Counts the statements of selected requests only, without those of earlier requests and of
 * background work.
 */
export function countByRequest() {
  const context = new AsyncLocalStorage<string[] | undefined>()
  let current: string[] | undefined
  return {
    onQuery(sql: string): void {
      if (!isNotification(sql)) context.getStore()?.push(sql)
    },
    watch(server: Server): void {
      server.prependListener('request', () => context.enterWith(current))
    },
    async count(action: () => Promise<unknown>): Promise<string[]> {
      const statements: string[] = []
      current = statements
      await context.run(statements, action)
      current = undefined
      return statements
    },
  }
}
