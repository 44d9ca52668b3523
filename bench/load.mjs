/**
 * Lets clients upload, list, download, search, rename and remove for half an hour, and prints errors, times and
 * memory:
 *   npm run bench:load [-- --minutes 30 --clients 8 --processes 1]
 *   TEST_POSTGRES_URL=… npm run bench:load -- --store s3 --processes 4
 * On SQLite and the disk, or on PostgreSQL and a bucket in Ceph's gateway on this machine. Fails if a call failed
 * or memory grew by more than a tenth after the first five minutes.
 */
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startObjectStore } from '../scripts/lib/object-store.mjs'
import { main, Refusal, say } from '../scripts/lib/run.mjs'
import { coffer } from './adapters/coffer.mjs'
import { callsOf } from './lib/coffer-calls.mjs'
import { cofferInBucket } from './lib/coffer-in-bucket.mjs'
import { smallFiles } from './lib/content.mjs'
import { bucketsAt, openDatabases } from './lib/databases-and-buckets.mjs'
import { MIB, median, percentile, readable } from './lib/figures.mjs'
import { mixedClient } from './lib/mixed-client.mjs'
import { prepare } from './lib/prepare.mjs'
import { columns } from './lib/print.mjs'
import { residentMemory } from './lib/process-figures.mjs'
import { openStage } from './lib/stage.mjs'

const SAMPLE_MS = 1_000
/** Memory settles in the first part of the run; the parts after it are compared. */
const PARTS = 6
const MAX_GROWTH = 1.1
const IDLE_MS = 60_000
const SHOWN_FAILURES = 5

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    clients: { type: 'string', default: '8' },
    processes: { type: 'string', default: '1' },
    store: { type: 'string', default: 'disk' },
  },
})

await main(async () => {
  await prepare()
  const stage = openStage(tmpdir())
  const stack = values.store === 's3' ? await openBucketStack() : undefined
  try {
    const peer = await stage.start(stack?.adapter ?? coffer)
    process.exitCode = (await measure(peer)) ? 0 : 1
  } finally {
    await stage.close()
    await stack?.close()
  }
})

async function openBucketStack() {
  const server = process.env.TEST_POSTGRES_URL
  if (!server) throw new Refusal('TEST_POSTGRES_URL has to name a PostgreSQL server.')
  const store = await startObjectStore({ freesSpace: true })
  const databases = openDatabases(server)
  const bucket = await bucketsAt(store.env)()
  const databaseUrl = await databases.create()
  const { processes } = values
  const adapter = cofferInBucket({ name: 'load', title: 'Coffer', processes, bucket, databaseUrl })
  return {
    adapter,
    async close() {
      await databases.drop()
      await store.stop()
    },
  }
}

/** @returns whether no call failed and memory stayed flat */
async function measure(peer) {
  const idle = residentMemory(peer.pid)
  const durationMs = Number(values.minutes) * 60_000
  const times = {}
  const failures = []
  const record = (name, ms) => {
    times[name] ??= []
    times[name].push(ms)
  }
  const clients = await openClients(peer, record)
  const until = Date.now() + durationMs
  const samples = []
  const sampler = setInterval(() => samples.push(residentMemory(peer.pid)), SAMPLE_MS)
  await Promise.all(
    clients.map(async client => {
      while (Date.now() < until) await client.step().catch(error => failures.push(error.message))
    }),
  )
  clearInterval(sampler)
  for (const client of clients) client.close()
  await pause(IDLE_MS)
  printTimes(times)
  const growth = printMemory(samples, idle, residentMemory(peer.pid))
  for (const failure of failures.slice(0, SHOWN_FAILURES)) say(`failed: ${failure}`)
  say(`${failures.length} calls failed`)
  return failures.length === 0 && growth <= MAX_GROWTH
}

async function openClients(peer, record) {
  const calls = callsOf(peer)
  const files = smallFiles(1, 1_000)
  const clients = []
  for (let number = 1; number <= Number(values.clients); number += 1) {
    const label = `client${number}`
    const folder = await calls.makeFolder(label)
    clients.push(mixedClient(peer, { folder, label, files, record }))
  }
  calls.close()
  return clients
}

function printTimes(times) {
  const row = (name, all) => [
    name,
    readable(all.length),
    readable(percentile(all, 50)),
    readable(percentile(all, 99)),
    readable(all.reduce((highest, ms) => Math.max(highest, ms), 0)),
  ]
  say(
    `\n${values.clients} clients, ${values.minutes} minutes, ${values.processes} × ${values.store}`,
  )
  columns([
    ['operation', 'calls', 'p50 ms', 'p99 ms', 'longest'],
    ...Object.entries(times).map(([name, all]) => row(name, all)),
    row('all', Object.values(times).flat()),
  ])
}

/** @returns the median of the last part divided by that of the second */
function printMemory(samples, idle, afterwards) {
  const inMebibytes = bytes => readable(bytes / MIB)
  const size = Math.ceil(samples.length / PARTS)
  const parts = Array.from({ length: PARTS }, (_, part) =>
    median(samples.slice(part * size, (part + 1) * size)),
  )
  const growth = parts[PARTS - 1] / parts[1]
  say(
    `memory, MiB: idle ${inMebibytes(idle)}, medians of sixths ${parts.map(inMebibytes).join(', ')},`,
  )
  say(`at most ${inMebibytes(Math.max(...samples))}, a minute later ${inMebibytes(afterwards)}`)
  say(`the last sixth is ${readable(growth)} × the second`)
  return growth
}
