import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databaseKind } from '../test-database.ts'
import { runChaos } from './chaos.ts'

it.runIf(databaseKind() === 'postgres')(
  'M12, M19, M24: nothing acknowledged is lost while processes are killed, stand still and are replaced',
  async () => {
    const { counts, failures } = await runChaos({
      seed: 'small',
      count: 2,
      people: 2,
      disruptions: ['kill', 'database', 'pause', 'replace'],
      pauseMs: 500,
      // As a restart ends them.
      async restart({ installation }) {
        const deps = await installation.open()
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(deps.db)
        await deps.db.destroy()
      },
    })
    expect(failures).toEqual([])
    expect(counts.uploads).toBeGreaterThan(0)
    expect(counts.downloads).toBeGreaterThan(0)
  },
)
