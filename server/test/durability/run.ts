import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { storesInBucket } from '../s3-bucket.ts'
import { databaseKind } from '../test-database.ts'
import { runBoundaryKills, systemCalls } from './boundary-kills.ts'
import { type Figures, figureLines } from './figures.ts'
import { diskFaults, runInjectedFaults } from './injected-faults.ts'
import { runKills } from './kills.ts'
import { MEGABYTE, measureMemory } from './memory.ts'
import { runOrderChecks } from './order.ts'
import { storeCalls, storeFaults, withStoreProxy } from './store-faults.ts'
import { measureTransfers } from './transfers.ts'

/** Index of the last call that fails, and of the last call at which the server is killed. */
const LAST_FAILING_CALL = 4
const LAST_DEADLY_CALL = 16
const LARGE_FILE_BYTES = 2048 * MEGABYTE
const MEMORY_BYTES = 250 * MEGABYTE
const TRANSFERS_BYTES = 350 * MEGABYTE

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: 'coffer' },
    postgres: { type: 'boolean', default: false },
    clients: { type: 'string', default: '100' },
    megabytes: { type: 'string', default: '64' },
    'at-once': { type: 'boolean', default: false },
    store: { type: 'string', default: 'disk' },
  },
})

const say = (line: string) => void process.stdout.write(`${line}\n`)

function report({ figures, failures }: { figures: Figures; failures: string[] }): string[] {
  say(figureLines(figures))
  return failures
}

async function checkMemory(): Promise<string[]> {
  const { idle, uploadPeak, downloadPeak, isSame } = await measureMemory(LARGE_FILE_BYTES)
  const inMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MiB`
  say(`${inMegabytes(LARGE_FILE_BYTES)} in chunks of 8 MiB, resident memory of the server:`)
  say(`idle ${inMegabytes(idle)}, highest while it came in ${inMegabytes(uploadPeak)},`)
  say(`highest while it was read ${inMegabytes(downloadPeak)}; same bytes: ${isSame}`)
  const isSmall = Math.max(uploadPeak, downloadPeak) < MEMORY_BYTES
  return isSmall && isSame ? [] : ['the large file needed too much memory or came back changed']
}

const kills = async () => {
  const options = { seed: values.seed, kills: Number(values.kills), killsPerFolder: 10 }
  return report(await runKills({ ...options, report: say }))
}

async function checkTransfers(): Promise<string[]> {
  const [clients, megabytes] = [Number(values.clients), Number(values.megabytes)]
  const figures = await measureTransfers(clients, megabytes * MEGABYTE, values['at-once'])
  say(`${clients} clients at once with ${megabytes} MiB each, idle ${Math.round(figures.idle)} MiB`)
  for (const [name, { resident, heap, external }] of Object.entries(figures.peaks))
    say(
      `${name.padEnd('both'.length)} ${Math.round(resident)} MiB resident, ${Math.round(heap)} of the heap, ${Math.round(external)} of buffers`,
    )
  say(`${figures.repeated} calls had to be repeated${figures.errors && `:\n${figures.errors}`}`)
  const peak = Math.max(...Object.values(figures.peaks).map(({ resident }) => resident))
  const isSmall = peak * MEGABYTE < TRANSFERS_BYTES
  return isSmall && figures.isSame
    ? []
    : ['the transfers needed too much memory or came back changed']
}

/** Faults of the disk, or of the bucket between which and the server a proxy stands. */
const injectFaults = async () =>
  report(
    storesInBucket()
      ? await withStoreProxy(proxy => runInjectedFaults(storeFaults(proxy), say, proxy.endpoint))
      : await runInjectedFaults(diskFaults(LAST_FAILING_CALL), say),
  )

const killAtBoundaries = async () =>
  report(
    storesInBucket()
      ? await withStoreProxy(proxy =>
          runBoundaryKills(storeCalls(proxy, LAST_DEADLY_CALL), say, proxy.endpoint),
        )
      : await runBoundaryKills(systemCalls(LAST_DEADLY_CALL), say),
  )

/** Each part shows something that the others cannot. */
const PARTS: Record<string, () => Promise<string[]>> = {
  // PostgreSQL and a bucket order their writes themselves, outside our process.
  ...(databaseKind() === 'sqlite' && !storesInBucket() && { order: () => runOrderChecks(say) }),
  faults: injectFaults,
  boundaries: killAtBoundaries,
  kills,
  memory: checkMemory,
  transfers: checkTransfers,
}

/** Takes long, and says nothing about durability. */
const ONLY_BY_NAME = 'transfers'

const partNames =
  positionals.length > 0 ? positionals : Object.keys(PARTS).filter(name => name !== ONLY_BY_NAME)
const failures: string[] = []
for (const name of partNames) {
  const part = PARTS[name]
  if (!part) throw new Error(`There is no part ${name}: ${Object.keys(PARTS).join(', ')}`)
  say(`\n── ${name}, ${databaseKind()} and ${values.store}, ${availableParallelism()} cores`)
  failures.push(...(await part()).map(failure => `${name}: ${failure}`))
}
say(failures.length === 0 ? '\nNothing was lost.' : `\n${failures.join('\n')}`)
process.exitCode = failures.length === 0 ? 0 : 1
