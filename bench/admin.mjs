/**
 * Measures the long lists of the admin area with very many rows, at the server:
 *   npm run bench:admin [-- --entries 1000000 --users 1000000 --only audit|users --kind sqlite|postgres]
 * PostgreSQL is measured if TEST_POSTGRES_URL names a server. Each line has the fastest and the median
 * of several runs, the CPU time of this process, which another load does not change, and the number of
 * statements.
 */
import { parseArgs } from 'node:util'
import { createTestApp } from '../server/test/test-app.ts'
import { AUDIT_CASES, seedEntries, verifyEntries } from './lib/admin-audit.mjs'
import { seedUsers, USER_CASES } from './lib/admin-users.mjs'

const RUNS = 7
const LIMIT_MS = 100
const MAX_STATEMENTS = 6

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    users: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    kind: { type: 'string' },
  },
})
const kinds = ['sqlite', ...(process.env.TEST_POSTGRES_URL ? ['postgres'] : [])]
const chosenKinds = kinds.filter(kind => values.kind === undefined || values.kind === kind)

/** Time from the arrival of a request to the end of its response. */
function watchTimes(server) {
  let lastMs = 0
  server.prependListener('request', (_request, response) => {
    const start = performance.now()
    response.once('finish', () => {
      lastMs = performance.now() - start
    })
  })
  return () => lastMs
}

/** CPU time of this process in milliseconds. */
function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function measure(t, admin, readMs, path) {
  const runs = []
  let statements = 0
  for (let run = 0; run < RUNS; run += 1) {
    const cpu = cpuMs()
    const queries = await t.countQueries(async () => {
      const reply = await admin.fetch(path)
      const text = await reply.text()
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${text}`)
    })
    runs.push({ ms: readMs(), cpu: cpuMs() - cpu })
    statements = queries.length
  }
  const sorted = key => runs.map(run => run[key]).toSorted((a, b) => a - b)
  const ms = sorted('ms')
  return { fastest: ms[0], median: ms[RUNS >> 1], cpu: sorted('cpu')[RUNS >> 1], statements }
}

async function measureAll(t, admin, kind, cases) {
  const readMs = watchTimes(t.app.server)
  for (const [name, path] of cases) {
    const { fastest, median, cpu, statements } = await measure(t, admin, readMs, path)
    const isSlow = median > LIMIT_MS || statements > MAX_STATEMENTS
    const figures = [fastest, median, cpu].map(ms => ms.toFixed(1).padStart(8))
    console.log(
      `${isSlow ? '!' : ' '} ${kind.padEnd(9)}${name.padEnd(44)}${figures.join('')} ms` +
        `${String(statements).padStart(4)} statements`,
    )
  }
}

async function timed(label, work) {
  const start = performance.now()
  const cpu = cpuMs()
  const result = await work()
  const seconds = [performance.now() - start, cpuMs() - cpu].map(ms => (ms / 1000).toFixed(1))
  console.log(`  ${label}: ${seconds[0]} s, ${seconds[1]} s of CPU time`)
  return result
}

async function run(kind) {
  process.env.TEST_DATABASE = kind
  const t = await createTestApp()
  try {
    const admin = await t.signIn('admin')
    const target = { ...t.database, folder: t.folder }
    if (values.only !== 'users') {
      const count = Number(values.entries)
      const sample = await timed(`${kind}: ${count} audit entries`, () =>
        seedEntries(target, count),
      )
      await measureAll(t, admin, kind, AUDIT_CASES(count, sample))
      await timed(`${kind}: coffer audit verify`, () => verifyEntries(t.deps))
    }
    if (values.only !== 'audit') {
      const count = Number(values.users)
      await timed(`${kind}: ${count} users`, () => seedUsers(target, count))
      await measureAll(t, admin, kind, USER_CASES(count))
    }
  } finally {
    await t.close()
  }
}

for (const kind of chosenKinds) await run(kind)
