import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, expect, it } from 'vitest'
import { checkLedger } from '../../src/features/ledger/index.ts'
import { freePort } from '../free-port.ts'
import { sendEventsTo, simulatorVariables, startSimulators } from '../gateways/simulators.ts'
import { createTestDatabase } from '../test-database.ts'
import { install } from './install.ts'
import { browser } from './people.ts'
import type { KillPoint } from './server-commands.ts'
import { type HistoryServer, startHistoryServer } from './servers.ts'

const folder = await mkdtemp(join(tmpdir(), 'coffer-killed-event-'))
const database = await createTestDatabase(folder)
const { db } = database
const simulators = await startSimulators(['stripe'])
const { stripe } = simulators
const port = String(await freePort())
const unexpected: string[] = []
const start = (): Promise<HistoryServer> =>
  startHistoryServer(
    {
      ...simulatorVariables(simulators),
      ...database.env,
      DATA_DIR: folder,
      APP_URL: 'http://127.0.0.1:1',
      SECRET: 'a secret that only this test knows',
      // The gateway repeats an event at the same address.
      PORT: port,
      STARTS_AT: String(stripe.clock.now()),
    },
    fault => unexpected.push(fault),
  )
let server = await start()
sendEventsTo(simulators, `http://127.0.0.1:${port}`)
const { people, plans } = await install(server, {
  seed: 'killed',
  type: 'fixed',
  users: 3,
  days: 1,
  kills: 1,
})
afterEach(() => {
  expect(unexpected).toEqual([])
  expect(stripe.violations).toEqual([])
})
afterAll(async () => {
  await server.kill()
  await stripe.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const rowsOf = (table: 'payments' | 'invoices', userId: string) =>
  db.selectFrom(table).select('id').where('user_id', '=', userId).execute()
const events = () => db.selectFrom('gateway_events').select('id').execute()

const POINTS: readonly { point: KillPoint; isStored: boolean }[] = [
  { point: 'before the job', isStored: false },
  { point: 'before the commit', isStored: false },
  { point: 'before the answer', isStored: true },
]

it.each(POINTS)(
  'case 15: a process that is killed $point of an event stores it with its job or not at all',
  async ({ point, isStored }) => {
    const person = people[POINTS.findIndex(each => each.point === point)]
    const plan = plans[0]
    if (!person || !plan) throw new Error('nothing was installed')
    stripe.faults.events.hold = true
    const user = await browser(server, person)
    const { body } = await user.send('POST', '/api/subscriptions/checkout', {
      plan,
      driver: 'stripe',
    })
    stripe.pay(new URL(body.data.attributes.url).pathname.split('/').at(-1) ?? '')
    const before = (await events()).length
    await server.call('killDuringEvent', point)
    await stripe.deliver(held => held.filter(({ type }) => type === 'checkout.session.completed'))
    expect(stripe.deliveries.at(-1)).toMatchObject({ status: 0 })
    await server.kill()
    expect((await events()).length - before).toBe(isStored ? 1 : 0)
    server = await start()
    expect((await server.call('queuedJobs')).map(job => job.split(' ')[2])).toEqual(
      isStored ? ['billing.sync'] : [],
    )
    // The job does the work; without it, the gateway sends the event again.
    if (isStored) await server.call('work', [])
    stripe.faults.events.hold = false
    await stripe.clock.advance(6 * MINUTE_MS)
    await stripe.deliver()
    await server.call('work', [])
    expect(await server.call('subscription', person.userId)).toMatchObject({ status: 'active' })
    expect(await rowsOf('payments', person.userId)).toHaveLength(1)
    expect(await rowsOf('invoices', person.userId)).toHaveLength(1)
    expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  },
)
