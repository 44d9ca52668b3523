import { expect, it } from 'vitest'
import { databaseKind, isFullMatrix } from '../test-database.ts'
import { noFigures } from './figures.ts'
import { runHistory } from './history.ts'

/** The full matrix plays both on each database; SQLite supports one server process. */
const TYPES = isFullMatrix
  ? (['fixed', 'metered'] as const)
  : databaseKind() === 'postgres'
    ? (['fixed'] as const)
    : (['metered'] as const)

it.each(TYPES)(
  'a history of %s subscriptions with lost events and killed servers adds up',
  async type => {
    const figures = noFigures()
    const size = { users: 16, days: 20, kills: 4 }
    expect(await runHistory({ seed: 'small', type, ...size }, figures)).toEqual([])
    // A history in which nothing happened would show nothing.
    expect(figures.kills).toBeGreaterThan(0)
    expect(figures['events repeated']).toBeGreaterThan(0)
    expect(figures.payments).toBeGreaterThan(0)
    expect(figures.invoices).toBeGreaterThan(0)
    const checked = type === 'fixed' ? 'prices checked' : 'metered periods billed amid failures'
    expect(figures[checked]).toBeGreaterThan(0)
  },
)
