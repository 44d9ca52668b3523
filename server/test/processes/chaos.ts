import { setTimeout as sleep } from 'node:timers/promises'
import { sweep } from '../durability/inspect.ts'
import { type Random, seededRandom } from '../durability/seeded.ts'
import { findMiscounts } from '../miscounts.ts'
import { storesInBucket } from '../s3-bucket.ts'
import { keepPage } from './page.ts'
import { openStack, type Service, type Stack } from './stack.ts'
import { type Counts, noCounts, Visitor } from './visitor.ts'

const MAX_PAUSE_MS = 8_000
const CLIENTS_EACH = 2
/** How soon every open page is live again. */
const PAGE_MS = 15_000

/** Something that happens to the stack. */
type Disruption = 'kill' | 'pause' | 'replace' | Service

interface Options {
  seed: string
  count: number
  people: number
  /** Ends after these disruptions, or at this time. */
  disruptions?: readonly Disruption[]
  until?: number
  /** Time between two disruptions. */
  pauseMs: number
  restart: (stack: Stack, service: Service) => Promise<void>
  report?: (line: string) => void
}

const KINDS: readonly Disruption[] = [
  'kill',
  'kill',
  'pause',
  'pause',
  'replace',
  'database',
  ...(storesInBucket() ? (['gateway'] as const) : []),
]

async function disrupt(
  stack: Stack,
  kind: Disruption,
  { random, restart }: { random: Random; restart: Options['restart'] },
): Promise<void> {
  const index = random.below(stack.count)
  if (kind === 'kill') await stack.kill(index)
  else if (kind === 'pause') await stack.pause(index, 1_000 + random.below(MAX_PAUSE_MS))
  else if (kind === 'replace') await stack.replace(index)
  else await restart(stack, kind)
}

function* planOf({ disruptions, until }: Options, random: Random): Generator<Disruption> {
  if (disruptions) yield* disruptions
  while (until !== undefined && Date.now() < until)
    yield KINDS[random.below(KINDS.length)] ?? 'kill'
}

/** Checks of the database and the store once all is quiet. */
async function verifyCounts({ installation }: Stack): Promise<string[]> {
  const deps = await installation.open()
  const miscounts = await findMiscounts(deps.db)
  const { strays } = await sweep(deps, installation.contents)
  const dead = (await deps.jobs.summarize()).counts.failed
  await deps.jobs.close()
  await deps.db.destroy()
  return [
    ...miscounts.map(({ user_id }) => `the storage use of ${user_id} is wrong`),
    ...strays,
    ...(dead > 0 ? [`${dead} jobs have failed`] : []),
  ]
}

/** Users work while processes are killed, stand still and are replaced, and the database restarts. */
export async function runChaos(
  options: Options,
): Promise<{ counts: Counts; failures: string[]; longestGapMs: number; figures: string[] }> {
  const { seed, pauseMs, report } = options
  const random = seededRandom(seed)
  const stack = await openStack(options.count, options.people)
  const counts = noCounts()
  const failures: string[] = []
  const done: Record<string, number> = {}
  try {
    const clients = await Promise.all(
      stack.installation.people.map(person => person.clientAt(stack.origin)),
    )
    const visitors = clients.flatMap((client, person) =>
      Array.from({ length: CLIENTS_EACH }, (_, number) => {
        const label = `${seed}-${person}-${number}`
        return new Visitor(client, { label, random: seededRandom(label), counts })
      }),
    )
    const pages = clients.map(keepPage)
    let isWorking = true
    const work = visitors.map(async visitor => {
      while (isWorking) await visitor.step()
    })
    for (const kind of planOf(options, random)) {
      await sleep(pauseMs / 2 + random.below(pauseMs))
      await disrupt(stack, kind, { random, restart: options.restart })
      done[kind] = (done[kind] ?? 0) + 1
      report?.(`${kind}: ${counts.calls} calls, ${counts.repeated} repeated`)
    }
    isWorking = false
    await Promise.all(work)
    for (const visitor of visitors) await visitor.verify()
    failures.push(...visitors.flatMap(visitor => visitor.failures))
    failures.push(...(await verifyPages(pages, clients)))
    const longestGapMs = Math.max(...pages.map(page => page.longestGapMs()))
    if (longestGapMs > PAGE_MS) failures.push(`a page was not live for ${longestGapMs} ms`)
    await Promise.all(pages.map(page => page.close()))
    failures.push(...(await verifyCounts(stack)))
    return {
      counts,
      failures,
      longestGapMs,
      figures: figuresOf({ ...done, ...counts, longestGapMs }),
    }
  } finally {
    await stack.close()
  }
}

const figuresOf = (figures: Record<string, number | string>): string[] =>
  Object.entries(figures).map(([name, value]) => `${String(value).padStart(9)}  ${name}`)

/** Every page is notified of a change by another client of its user. */
async function verifyPages(
  pages: readonly ReturnType<typeof keepPage>[],
  clients: readonly Visitor['client'][],
): Promise<string[]> {
  const silent: string[] = []
  for (const [index, page] of pages.entries()) {
    const deadline = Date.now() + PAGE_MS
    const before = page.countEvents()
    let number = 0
    while (Date.now() < deadline && page.countEvents() <= before) {
      number += 1
      await clients[index]?.send('POST', '/api/create-folder', { name: `heard ${number}` })
      await sleep(500)
    }
    if (page.countEvents() <= before) silent.push(`page ${index} does not hear of changes`)
  }
  return silent
}
