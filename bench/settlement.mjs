/**
 * Measures the settlement of very many metered users, with the memory by quarters of each step, and
 * an estimate of one of them:
 *   npm run bench:settlement [-- --users 100000 --kind sqlite|postgres]
 * PostgreSQL is measured if TEST_POSTGRES_URL names a server.
 */
import { parseArgs } from 'node:util'
import { addIntervals, HOUR_MS } from '@coffer/contract/billing-periods'
import {
  beginPeriods,
  recompute,
  settlePeriods,
  subscribeEveryone,
} from '../server/src/features/settlement/index.ts'
import { estimateOf, meterUsage } from '../server/src/features/usage/index.ts'
import { inBatches } from '../server/src/lib/batches.ts'
import { insertMeteredPlan } from '../server/test/metered-users.ts'
import { createTestApp } from '../server/test/test-app.ts'
import { seedUsers } from './lib/admin-users.mjs'

const ESTIMATES = 200
const MAX_ESTIMATE_MS = 20
const SAMPLE_MS = 100

const { values } = parseArgs({
  options: { users: { type: 'string', default: '100000' }, kind: { type: 'string' } },
})
const users = Number(values.users)
const kinds = ['sqlite', ...(process.env.TEST_POSTGRES_URL ? ['postgres'] : [])]

const mebibytes = bytes => Math.round(bytes / 1024 / 1024)

/** The largest size within each quarter of the run. */
function byQuarters(sizes) {
  const quarter = Math.max(1, Math.ceil(sizes.length / 4))
  return inBatches(sizes, quarter).map(part => mebibytes(Math.max(...part)))
}

async function timed(label, work) {
  const start = performance.now()
  const sizes = []
  const watch = setInterval(() => sizes.push(process.memoryUsage.rss()), SAMPLE_MS)
  await work()
  clearInterval(watch)
  const seconds = (performance.now() - start) / 1000
  const rate = Math.round(users / seconds)
  console.log(
    `  ${label.padEnd(34)}${seconds.toFixed(1).padStart(8)} s${String(rate).padStart(8)} users/s` +
      `  ${byQuarters(sizes).join(', ')} MiB`,
  )
}

async function measure(kind) {
  process.env.TEST_DATABASE = kind
  console.log(kind)
  const t = await createTestApp()
  try {
    await measureAll(t)
  } finally {
    await t.close()
  }
}

async function measureAll(t) {
  await t.settings({ subscription_type: 'metered' })
  const start = Date.UTC(2031, 0, 1)
  await insertMeteredPlan(t)
  await seedUsers({ ...t.database, folder: t.folder }, users)
  const end = addIntervals(start, 'month', 1)
  const at = ms => ({ ...t.deps, now: () => new Date(ms) })
  await timed('subscribe', () => subscribeEveryone(at(start)))
  await timed('meter an hour', () => meterUsage(at(start + HOUR_MS)))
  await timed('meter the rest of the month', () => meterUsage(at(end + 6 * HOUR_MS)))
  const sample = t.deps.db.selectFrom('subscriptions').select('user_id').limit(ESTIMATES)
  const times = []
  for (const { user_id } of await sample.execute()) {
    const from = performance.now()
    await estimateOf(t.deps.db, user_id)
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const median = times[times.length >> 1]
  console.log(
    `${median > MAX_ESTIMATE_MS ? '!' : ' '} estimate of one user: ${median.toFixed(2)} ms, ` +
      `${times[Math.floor(times.length * 0.95)].toFixed(2)} ms (95 %)`,
  )
  await timed('begin the next periods', () => beginPeriods(at(end + 6 * HOUR_MS)))
  await timed('settle', () => settlePeriods(at(end + 6 * HOUR_MS)))
  const result = await recompute(t.deps)
  console.log(`  recomputed: ${result.periods} periods, ${result.differences.length} differences`)
}

for (const kind of kinds.filter(kind => values.kind === undefined || values.kind === kind))
  await measure(kind)
