import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { openSwitch } from '../../test/durability/postgres-proxy.ts'
import { openTestApp } from '../../test/open-test-app.ts'
import { startPgBouncer } from '../../test/pgbouncer.ts'
import { openPostgres } from '../db/open.ts'
import { applySessionDefaults } from '../db/session-defaults.ts'
import type { Message } from './hub.ts'
import { PostgresBridge } from './postgres-bridge.ts'

const t = await openTestApp()
const { url = '' } = t.database
const log = pino({ level: 'silent' })

function openBridge(options: { db?: typeof t.deps.db; url?: string } = {}) {
  const received: Message[] = []
  const bridge = new PostgresBridge({
    db: t.deps.db,
    url,
    log,
    heartbeatMs: 100,
    silenceMs: 400,
    ...options,
  })
  bridge.start(message => received.push(message))
  onTestFinished(() => bridge.close())
  return { bridge, received }
}

const revalidate = (): Message => ({ kind: 'revalidate', userId: randomUUID() })

/** Sends until the receiver listens. */
const untilHeard = ({ bridge }: { bridge: PostgresBridge }, received: readonly Message[]) =>
  expect
    .poll(() => {
      bridge.send(revalidate())
      return received.length
    })
    .toBeGreaterThan(0)

it.runIf(url)('sends the messages of a moment together, in their order', async () => {
  const statements: string[] = []
  const counted = openPostgres(url, { onQuery: query => statements.push(query.sql) })
  const sender = new PostgresBridge({ db: counted.db, url, log })
  onTestFinished(() => counted.db.destroy())
  const receiver = openBridge()
  await untilHeard({ bridge: sender }, receiver.received)
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  statements.length = 0
  const messages = Array.from({ length: 300 }, revalidate)
  for (const message of messages) sender.send(message)
  await expect
    .poll(() => receiver.received.filter(message => messages.some(sent => isSame(sent, message))))
    .toEqual(messages)
  expect(statements.filter(text => text.includes('pg_notify')).length).toBeLessThanOrEqual(2)
  await sender.close()
})

const isSame = (a: Message, b: Message) => JSON.stringify(a) === JSON.stringify(b)

it.runIf(url)(
  'M16: a half-open connection is noticed, and messages may have been missed',
  async () => {
    const proxy = await openSwitch(url)
    const { bridge, received } = openBridge({ url: proxy.url })
    const other = openBridge()
    await untilHeard(other, received)
    received.length = 0
    proxy.mute()
    await expect.poll(() => bridge.receivesMessages()).toBe(false)
    expect(received).not.toContainEqual({ kind: 'missed' })
    proxy.restore()
    await expect.poll(() => bridge.receivesMessages()).toBe(true)
    expect(received).toContainEqual({ kind: 'missed' })
  },
)

it.runIf(url)('messages may have been missed until the first ones arrive', async () => {
  const { received } = openBridge()
  await expect.poll(() => received).toEqual([{ kind: 'missed' }])
})

it.runIf(url)('M16: LISTEN at PgBouncer is noticed, and works at a direct address', async () => {
  const pooled = await startPgBouncer(url)
  const { db } = openPostgres(pooled)
  onTestFinished(() => db.destroy())
  const deaf = openBridge({ db, url: pooled })
  const hearing = openBridge({ db })
  await expect.poll(() => deaf.bridge.receivesMessages()).toBe(false)
  await untilHeard(deaf, hearing.received)
  expect(hearing.bridge.receivesMessages()).toBe(true)
  expect(deaf.received).toEqual([])
})

it.runIf(url)('sessions have our settings at PgBouncer too, and the operator’s win', async () => {
  const name = new URL(url).pathname.slice(1)
  await sql`alter role current_user in database ${sql.id(name)} set lock_timeout = '3s'`.execute(
    t.deps.db,
  )
  await Promise.all([t.deps.db, openedLater(url).db].map(applySessionDefaults))
  const { db } = openedLater(await startPgBouncer(url))
  const { rows } = await sql`select current_setting('jit') as jit,
    current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`.execute(
    db,
  )
  expect(rows).toEqual([{ jit: 'off', lock: '3s', statement: '5min' }])
})

function openedLater(address: string) {
  const database = openPostgres(address)
  onTestFinished(() => database.db.destroy())
  return database
}
