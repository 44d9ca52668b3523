/**
 * Compares Coffer on PostgreSQL and a bucket, with one and several processes, with SQLite and the disk, and
 * with the SDK alone:
 *   TEST_POSTGRES_URL=… npm run bench:stores [-- --rounds 3 --files 1500 --big 256 --processes 1,2,4]
 * Every row says what the first one, PostgreSQL and a bucket with one process, is of it. The bucket lies in
 * Ceph's gateway on this machine, which shares its cores with everything else.
 */
import { cpus, tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { startObjectStore } from '../scripts/lib/object-store.mjs'
import { main, Refusal, say } from '../scripts/lib/run.mjs'
import { coffer } from './adapters/coffer.mjs'
import { cofferInBucket } from './lib/coffer-in-bucket.mjs'
import { bucketsAt, openDatabases } from './lib/databases-and-buckets.mjs'
import { prepare } from './lib/prepare.mjs'
import { printTable } from './lib/print.mjs'
import { forkClient } from './lib/run-client.mjs'
import { restartSeeded } from './lib/seeded.mjs'
import { openStage } from './lib/stage.mjs'
import { big } from './works/big.mjs'
import { measurePages, withPage } from './works/listing.mjs'
import { small } from './works/small.mjs'

const PAGE_FILES = 10_000

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    files: { type: 'string', default: '1500' },
    big: { type: 'string', default: '256' },
    processes: { type: 'string', default: '1,2,4' },
  },
})
const options = {
  rounds: Number(values.rounds),
  files: Number(values.files),
  big: Number(values.big),
}

const variantsOf = title => ({
  small: [{ title, checksums: true, filesPerRequest: 25 }],
  big: [{ title, checksums: true }],
})

const DISK = 'SQLite and disk'
const onDisk = {
  ...coffer,
  name: 'disk',
  client: 'coffer',
  title: DISK,
  variants: variantsOf(DISK),
}
const SDK = { name: 'sdk', title: 'The SDK alone', durable: true, remove: () => [] }

await main(async () => {
  const server = process.env.TEST_POSTGRES_URL
  if (!server) throw new Refusal('TEST_POSTGRES_URL has to name a PostgreSQL server.')
  await prepare()
  const store = await startObjectStore()
  const stage = openStage(tmpdir())
  const databases = openDatabases(server)
  try {
    say(`\n${cpus().length} × ${cpus()[0]?.model}, shared by clients, servers and stores.`)
    const bucket = bucketsAt(store.env)
    const context = { options, say }
    const counts = values.processes.split(',')
    async function startServers() {
      const servers = []
      for (const count of counts)
        servers.push(await stage.start(inBucket(count, await bucket(), await databases.create())))
      return [...servers, await stage.start(onDisk)]
    }
    const empty = await startServers()
    const pages = await measurePages({ ...context, peers: await withPages(stage, empty) })
    const peers = [...(await startServers()), await sdkAlone(await bucket())]
    const tables = [
      ...(await small({ ...context, peers })),
      ...(await big({ ...context, peers })),
      ...pages,
    ]
    for (const table of tables) printTable(table)
  } finally {
    await stage.close()
    await databases.drop()
    await store.stop()
  }
})

function inBucket(processes, bucket, databaseUrl) {
  const title = `PostgreSQL and bucket, ${processes} ${processes === '1' ? 'process' : 'processes'}`
  const options = { name: `bucket-${processes}`, title, processes, bucket, databaseUrl }
  return { ...cofferInBucket(options), variants: variantsOf(title) }
}

async function sdkAlone(bucket) {
  const client = task => forkClient('sdk-client.mjs', SDK.title, { ...task, bucket })
  return { adapter: SDK, client, stop: async () => undefined }
}

/** The servers with many files in the folder that is listed. */
async function withPages(stage, peers) {
  const pages = []
  for (const peer of peers) {
    const { name, title, databaseUrl } = peer.adapter
    const where = databaseUrl ? ['--database', databaseUrl] : []
    const server = await restartSeeded(stage, peer, name, PAGE_FILES, ...where)
    pages.push(await withPage(server, PAGE_FILES, title))
  }
  return pages
}
