import { buildApp } from '../src/app.ts'
import { openPostgres } from '../src/db/open.ts'
import type { AnyJob } from '../src/jobs/job.ts'
import { ProcessReport } from '../src/process-report.ts'
import { createRuntime } from '../src/runtime.ts'
import type { TestApp } from './test-app.ts'
import { TestClient } from './test-client.ts'

interface Options {
  /** Another way to the same database. */
  url?: string
  poolSize?: number
  /** How long the database may be silent before it is checked. */
  silenceMs?: number
  /** How far its clock is ahead. */
  clockMs?: number
  /** How soon it notices jobs that were queued unnoticed. */
  pollMs?: number
  jobs?: readonly AnyJob[]
}

/** Starts a second server on the same database; undefined on SQLite, which supports only one. */
export async function anotherProcess(
  t: TestApp,
  { url = t.database.url, poolSize, silenceMs, clockMs = 0, pollMs, jobs }: Options = {},
) {
  if (url === undefined) return undefined
  const database = openPostgres(url, { poolSize, silenceMs })
  const now = () => new Date(t.deps.now().getTime() + clockMs)
  const options = { ...t.deps, now, report: new ProcessReport(), ...(pollMs && { pollMs }) }
  const deps = createRuntime(database, options, jobs)
  const app = await buildApp({ deps, webDist: '' })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  deps.hub.start()
  return {
    deps,
    origin,
    /** A client with the same cookies at the other server. */
    from(client: TestClient): TestClient {
      const other = new TestClient(origin, client.userId)
      for (const [name, value] of client.cookies) other.cookies.set(name, value)
      return other
    },
    async close(): Promise<void> {
      await app.close()
      await deps.stop()
      await database.db.destroy()
    },
  }
}
