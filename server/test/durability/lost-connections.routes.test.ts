import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databaseKind } from '../test-database.ts'
import { type Disruption, disrupt } from './disruption.ts'
import { noFigures } from './figures.ts'
import { createInstallation } from './installation.ts'

/** Like repeated restarts of PostgreSQL during requests. */
const lostConnections: Disruption = {
  name: 'lost connections',
  expected: ['storage.unavailable'],
  isTotal: false,
  isUncertain: true,
  async begin(_, { open }) {
    const { db } = await open()
    let isOver = false
    const cutting = db.connection().execute(async connection => {
      while (!isOver)
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(connection)
    })
    return async () => {
      isOver = true
      await cutting
      await db.destroy()
      return undefined
    }
  },
}

// SQLite has no connections to lose.
it.runIf(databaseKind() === 'postgres')(
  'a lost database connection is reported, and the server works again once it is back',
  async () => {
    const installation = await createInstallation(2)
    try {
      const figures = noFigures()
      const { violations } = await disrupt(installation, lostConnections, figures)
      expect(violations).toEqual([])
      expect(figures['requests refused']).toBeGreaterThan(0)
    } finally {
      await installation.remove()
    }
  },
)
