import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { quotas } from '../../src/features/quotas/index.ts'
import { queueOf, startPgBoss } from '../../src/jobs/start-pg-boss.ts'
import { anotherProcess } from '../another-process.ts'
import { openPage } from '../open-page.ts'
import { openTestApp } from '../open-test-app.ts'
import type { TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'
import { createInstallation } from './installation.ts'
import { openProxy, openSwitch } from './postgres-proxy.ts'
import { startServer } from './server-process.ts'

const t = await openTestApp()
const { url = '' } = t.database

async function openServer(options: Parameters<typeof anotherProcess>[1]) {
  const server = await anotherProcess(t, options)
  if (!server) throw new Error('SQLite has one server')
  onTestFinished(server.close)
  return server
}

const takenConnections = ({ databasePool }: TestApp['deps']): number => {
  const { total, idle } = databasePool() ?? { total: 0, idle: 0 }
  return total - idle
}

const statusOf = async (client: TestClient): Promise<number> =>
  (await client.send('GET', '/api/user')).status

it.runIf(url)(
  'M12: while PostgreSQL restarts calls answer 503, and pages refresh once',
  async () => {
    const database = await openSwitch(url)
    const server = await openServer({ url: database.url })
    const ann = server.from(await t.signIn())
    const page = await openPage(ann)
    await expect
      .poll(() => {
        t.deps.live.publish([ann.userId], { type: 'connection.tested' })
        return page.events.length
      })
      .toBeGreaterThan(0)
    page.events.length = 0
    database.cut()
    const refused = await ann.send('GET', '/api/user')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    database.restore()
    await expect.poll(() => statusOf(ann)).toBe(200)
    await expect.poll(() => server.deps.live.receivesMessages()).toBe(true)
    await expect
      .poll(() => page.events.filter(({ type }) => type !== 'alive'))
      .toEqual([{ type: 'refresh', within_ms: 10_000 }])
    page.close()
  },
)

it.runIf(url)('M12: calls answer 503 while PostgreSQL vanishes without a word', async () => {
  const database = await openSwitch(url)
  const server = await openServer({ url: database.url, poolSize: 1, silenceMs: 200 })
  const ann = server.from(await t.signIn())
  expect(await statusOf(ann)).toBe(200)
  database.mute()
  expect(await statusOf(ann)).toBe(503)
  database.restore()
  expect(await statusOf(ann)).toBe(200)
})

it.runIf(url)('M12: a statement may take long while PostgreSQL answers others', async () => {
  const server = await openServer({ silenceMs: 100 })
  const { rows } = await sql`select pg_sleep(1), 'done' as state`.execute(server.deps.db)
  expect(rows).toMatchObject([{ state: 'done' }])
})

it.runIf(url)('M12: the queue works again after PostgreSQL vanished without a word', async () => {
  const database = await openSwitch(url)
  const { boss } = await startPgBoss({ url: database.url, log: t.deps.log, silenceMs: 200 })
  onTestFinished(() => boss.stop({ graceful: false }))
  database.mute()
  const fetching = Array.from({ length: 3 }, () => boss.fetch(queueOf('quick')))
  expect((await Promise.allSettled(fetching)).map(({ status }) => status)).toEqual(
    fetching.map(() => 'rejected'),
  )
  database.restore()
  expect(await boss.getQueue(queueOf('quick'))).not.toBeNull()
})

it.runIf(url)('M12: a start waits for a PostgreSQL that restarts', async () => {
  const installation = await createInstallation(0)
  onTestFinished(installation.remove)
  const database = await openSwitch(installation.env.DATABASE_URL ?? '')
  database.cut()
  const starting = startServer({ ...installation.env, DATABASE_URL: database.url })
  await database.refused
  database.restore()
  const server = await starting
  onTestFinished(async () => void (await server.kill()))
  expect((await fetch(`${server.origin}/api/ready`)).status).toBe(200)
})

for (const [moment, isCommitted] of [
  ['before', false],
  ['after', true],
] as const)
  it.runIf(url)(`M13: an upload whose connection is lost ${moment} the commit`, async () => {
    const proxied = await openProxy(url, 'commit', (close, loseAnswer) =>
      isCommitted ? loseAnswer() : close(),
    )
    const server = await openServer({ url: proxied })
    const ann = server.from(await t.signIn())
    const upload = { filename: 'a.txt', content: 'once', upload_id: randomUUID() }
    expect((await ann.upload(upload)).status).toBe(503)
    const repeated = await ann.upload(upload)
    expect(repeated.status).toBe(201)
    expect(await ann.names()).toEqual(['a.txt'])
  })

it.runIf(url)('M15: calls answer 503 while all connections are taken', async () => {
  const server = await openServer({ poolSize: 2 })
  const ann = server.from(await t.signIn())
  const gate = Promise.withResolvers<void>()
  const taken = [1, 2].map(() => server.deps.transact(() => gate.promise))
  expect(await statusOf(ann)).toBe(503)
  gate.resolve()
  await Promise.all(taken)
  expect(await statusOf(ann)).toBe(200)
})

it.runIf(url)(
  'M15: calls of one user do not take all connections while they wait for a lock',
  async () => {
    const server = await openServer({ poolSize: 5 })
    const ann = server.from(await t.signIn())
    const bob = server.from(await t.signIn())
    const gate = Promise.withResolvers<void>()
    onTestFinished(() => gate.resolve())
    const locked = Promise.withResolvers<void>()
    const moving = t.deps.transact(async tx => {
      await quotas.lockOwners(tx, [ann.userId])
      locked.resolve()
      await gate.promise
    })
    await locked.promise
    const names = Array.from({ length: 12 }, (_, index) => `Folder ${index}`)
    const creating = names.map(name => ann.send('POST', '/api/create-folder', { name }))
    await expect.poll(() => takenConnections(server.deps)).toBeGreaterThanOrEqual(3)
    for (let call = 0; call < 5; call += 1) expect(await statusOf(bob)).toBe(200)
    gate.resolve()
    await moving
    expect((await Promise.all(creating)).map(({ status }) => status)).toEqual(names.map(() => 201))
  },
)
