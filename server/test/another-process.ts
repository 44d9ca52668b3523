import { buildApp } from '../src/app.ts'
import { openPostgres } from '../src/db/open.ts'
import { createRuntime } from '../src/runtime.ts'
import type { TestApp } from './test-app.ts'
import { TestClient } from './test-client.ts'

/** Starts a second server on the same database; undefined on SQLite, which supports only one. */
export async function anotherProcess(t: TestApp) {
  if (t.database.url === undefined) return undefined
  const database = openPostgres(t.database.url)
  const deps = createRuntime(database, t.deps)
  const app = await buildApp({ deps, webDist: '' })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  deps.hub.start()
  return {
    /** A client with the same cookies at the other server. */
    from(client: TestClient): TestClient {
      const other = new TestClient(origin, client.userId)
      for (const [name, value] of client.cookies) other.cookies.set(name, value)
      return other
    },
    async close(): Promise<void> {
      await app.close()
      await deps.hub.close()
      await database.db.destroy()
    },
  }
}
