import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { type Random, seededRandom } from '../durability/seeded.ts'
import { createTestDatabase } from '../test-database.ts'
import { checkHistory } from './check-history.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { saveEvidence } from './evidence.ts'
import type { Figures } from './figures.ts'
import { type Gateways, startGateways } from './gateways.ts'
import { install } from './install.ts'
import { act, type Person, type World } from './people.ts'
import { createTimeline, type Timeline } from './timeline.ts'

export interface HistoryOptions {
  seed: string
  type: 'fixed' | 'metered'
  users: number
  days: number
  /** On average. */
  kills: number
  /** A folder for the billing rows of a failed history. */
  evidence?: string | undefined
  /** A bundled server; by default its sources run. */
  program?: string | undefined
}

const INSTALLED_AT = Date.UTC(2027, 0, 29, 9)
/** Metered users act from the end of their first month, so that it is billed amid kills and failures. */
const STARTS_AT = { fixed: INSTALLED_AT, metered: INSTALLED_AT + 21 * DAY_MS }
/** Until every retry, refund and reminder is over, in steps of four days. */
const QUIET_STEPS = 10
const QUIET_STEP_MS = 4 * DAY_MS
/** Between two actions of a person, on average. */
const DAYS_PER_ACTION = 12

/** Recurring work that does something in the hour it is due. */
const OFTEN = {
  fixed: [
    'renew-subscriptions',
    'sync-open-payments',
    'sync-old-payments',
    'sync-refunds',
    'send-reminders',
  ],
  metered: [
    'begin-periods',
    'meter-usage',
    'settle-periods',
    'check-balances',
    'check-spending',
    'sync-open-payments',
    'sync-old-payments',
    'sync-refunds',
    'send-reminders',
  ],
}
const DAILY = ['notify-charges', 'resume-account-deletions', 'clear-gateway-events']
/** Asks a gateway for every subscription; servers are often off at night. */
const WEEKLY = ['sync-subscriptions', 'reconcile-payments']

interface Stage {
  options: HistoryOptions
  randomOf: (part: string) => Random
  timeline: Timeline
  gateways: Gateways
  cluster: Cluster
  figures: Figures
  /** Acts at the gateways that happen later. */
  planned: { at: number; run: () => void }[]
}

/** Simulates the time of users, gateways and servers. @returns what is wrong in the end */
export async function runHistory(options: HistoryOptions, figures: Figures): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-history-'))
  const database = await createTestDatabase(folder)
  // Apart, as each part takes its numbers when it gets to it.
  const randomOf = (part: string) => seededRandom(`${options.seed} ${part}`)
  const timeline = createTimeline(INSTALLED_AT)
  const gateways = await startGateways(timeline.now, randomOf('gateways'), figures)
  const failures: string[] = []
  const cluster = await startCluster({
    // SQLite supports one process.
    count: database.kind === 'postgres' ? 2 : 1,
    env: {
      ...gateways.env,
      ...database.env,
      DATA_DIR: folder,
      APP_URL: 'http://127.0.0.1:1',
      SECRET: 'a secret that only this history knows',
    },
    program: options.program,
    random: randomOf('servers'),
    timeline,
    figures,
    onFault: fault => failures.push(fault),
  })
  const stage = { options, randomOf, timeline, gateways, cluster, figures, planned: [] }
  try {
    await play(stage, failures)
    failures.push(...(await cluster.pick().call('queuedJobs')))
    await cluster.stop()
    const { db } = database
    const statements = gateways.statements()
    const { reversed } = gateways
    const calmFrom = endOf(options)
    const evidence = { db, now: timeline.now(), calmFrom, statements, reversed, figures }
    const wrong = await checkHistory(evidence)
    const refused = gateways.violations().map(each => `not described: ${JSON.stringify(each)}`)
    const problems = [...new Set([...failures, ...refused, ...wrong])]
    if (problems.length > 0 && options.evidence !== undefined)
      await saveEvidence(db, options.evidence, options.seed)
    return problems
  } finally {
    await cluster.stop()
    await gateways.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

const endOf = ({ type, days }: HistoryOptions): number => STARTS_AT[type] + days * DAY_MS

async function play(stage: Stage, failures: string[]): Promise<void> {
  const { options, randomOf, timeline, gateways, cluster, figures, planned } = stage
  const random = randomOf('steps')
  const { admin, people, plans } = await install(cluster.pick(), options)
  figures.histories += 1
  figures.users += people.length
  const world: World = {
    random: randomOf('people'),
    figures,
    gateways,
    type: options.type,
    plans,
    admin,
    failures,
    server: cluster.pick,
    later: (ms, run) => void planned.push({ at: timeline.now() + ms, run }),
  }
  const work = createCalendar(stage)
  const startsAt = STARTS_AT[options.type]
  const endsAt = endOf(options)
  if (startsAt > timeline.now()) {
    await cluster.work(['begin-periods'])
    await moveTo(stage, startsAt)
  }
  gateways.beUnreliable()
  for (let last = startsAt; last < endsAt; ) {
    const at = last + stepOf(random)
    const days = (at - last) / DAY_MS
    last = at
    await moveTo(stage, at)
    if (random.oneIn(8)) gateways.failCall()
    const isActing = ({ isDeleted }: Person) => !isDeleted && chance(random, days / DAYS_PER_ACTION)
    const acting = people.filter(isActing)
    const busy = async () => {
      await gateways.catchUp(cluster.pick().origin)
      await Promise.all(acting.map(person => act(world, person)))
      await cluster.work(work())
    }
    const isDeadly = chance(random, (options.kills * days) / options.days)
    await Promise.all([busy(), isDeadly ? cluster.killOne() : undefined])
  }
  await calmDown(stage, endsAt)
}

/** Events arrive, and the clock continues until nothing is left to do. */
async function calmDown(stage: Stage, from: number): Promise<void> {
  const { gateways, cluster, options } = stage
  gateways.beReliable()
  const steps = Array.from({ length: QUIET_STEPS }, (_, index) => (index + 1) * QUIET_STEP_MS)
  const last = QUIET_STEPS * QUIET_STEP_MS
  // Jobs of the last syncs run.
  for (const ms of [...steps, last + HOUR_MS, last + 2 * HOUR_MS, last + 3 * HOUR_MS]) {
    await moveTo(stage, from + ms)
    await gateways.catchUp(cluster.pick().origin)
    // Servers that stay on compare payments every night, as gateways list the last weeks only.
    await cluster.work([...OFTEN[options.type], ...DAILY, ...WEEKLY])
  }
}

async function moveTo(stage: Stage, at: number): Promise<void> {
  const { cluster, gateways, figures, planned } = stage
  // An event that is still on its way would arrive days after it was signed.
  await gateways.deliver()
  await cluster.moveTo(at)
  figures['steps of the clock'] += 1
  for (const each of planned.filter(one => one.at <= at)) {
    planned.splice(planned.indexOf(each), 1)
    try {
      each.run()
    } catch {
      // Impossible by now, such as the end of a dispute whose payment was refunded.
    }
  }
}

/** Minutes, or up to two days. */
const stepOf = (random: Random): number =>
  random.oneIn(3) ? random.below(HOUR_MS) : 8 * HOUR_MS + random.below(32 * HOUR_MS)

const MILLION = 1_000_000
const chance = (random: Random, part: number) => random.below(MILLION) < part * MILLION

/** @returns a function that names the recurring work that is due now */
function createCalendar({ timeline, options }: Stage): () => string[] {
  let day = 0
  return () => {
    const today = Math.floor(timeline.now() / DAY_MS)
    const isNew = today > day
    const isWeekNew = Math.floor(today / 7) > Math.floor(day / 7)
    day = today
    return [...OFTEN[options.type], ...(isNew ? DAILY : []), ...(isWeekNew ? WEEKLY : [])]
  }
}
