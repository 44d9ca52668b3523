import { setTimeout as wait } from 'node:timers/promises'
import { auth } from '@coffer/contract'
import { expect, it } from 'vitest'
import { ADMIN, openFreshServer } from '../../../test/durability/fresh-server.ts'
import { emptyDatabase } from '../../../test/empty-database.ts'
import { openOldPostgres } from '../../../test/old-postgres.ts'
import { databaseKind, isFullMatrix } from '../../../test/test-database.ts'

type Server = Awaited<ReturnType<typeof openFreshServer>>

interface Step {
  path: string
  body: object
  /** Whether the step is done, and expectations that hold in both cases. */
  isDone: (server: Server) => Promise<boolean>
}

const KEY = 'coffer-licence-key-4f2a'

const isInstalled = async (server: Server) => (await server.post('progress')).status === 410

/** The welcome page and the checks store nothing. */
const withoutResult = async (server: Server) => {
  expect((await server.progress()).steps.map(({ state }) => state)).not.toContain('done')
  return true
}

async function stepsOf(database: object): Promise<Step[]> {
  return [
    { path: 'progress', body: {}, isDone: withoutResult },
    { path: 'status-check', body: {}, isDone: withoutResult },
    {
      path: 'purchase-code',
      body: { purchase_code: KEY },
      isDone: async server => {
        const { steps, purchase_code } = await server.progress()
        const isDone = steps.some(({ step, state }) => step === 'purchase-code' && state === 'done')
        expect(purchase_code).toEqual({ is_set: isDone, ends_in: isDone ? '4f2a' : null })
        return isDone
      },
    },
    {
      path: 'database',
      body: { database },
      isDone: async server => (await server.stateOf('database')) === 'done',
    },
    {
      path: 'environment-setup',
      body: { mail_driver: 'smtp', smtp_host: 'mail.example.test', smtp_password: 'secret' },
      isDone: async server => {
        const { steps, values, has_smtp_password } = await server.progress()
        const isDone = steps.some(({ step, state }) => step === 'environment' && state === 'done')
        expect(values.smtp_host).toBe(isDone ? 'mail.example.test' : null)
        expect(has_smtp_password).toBe(isDone)
        return isDone
      },
    },
    {
      path: 'app-setup',
      body: { app_title: 'Harbour files', app_color: '#224466' },
      isDone: async server => {
        const { steps, values } = await server.progress()
        const isDone = steps.some(({ step, state }) => step === 'app-setup' && state === 'done')
        expect(values.app_title === 'Harbour files').toBe(isDone)
        expect(values.app_color === '#224466').toBe(isDone)
        return isDone
      },
    },
    {
      path: 'admin-setup',
      body: ADMIN,
      isDone: async server => {
        const isDone = await isInstalled(server)
        const { email, password } = ADMIN
        const signedIn = await server.client().call(auth.signIn, { body: { email, password } })
        expect(signedIn.status === 200).toBe(isDone)
        return isDone
      },
    },
  ]
}

const chosen = async () =>
  databaseKind() === 'postgres'
    ? { connection: 'postgres-address', address: await emptyDatabase() }
    : { connection: 'sqlite' }

/** Starts a call and kills the server during it. */
async function killDuring(server: Server, { path, body }: Step, delayMs: number): Promise<void> {
  const call = server
    .client()
    .send('POST', `/api/setup/${path}`, { code: server.code, ...body })
    .catch(() => undefined)
  await Promise.race([wait(delayMs), call])
  await server.restart()
  await call
}

it('a kill after any step keeps what is done, and the setup continues', async () => {
  const server = await openFreshServer()
  for (const step of await stepsOf(await chosen())) {
    expect([step.path, (await server.post(step.path, step.body)).status]).toEqual([
      step.path,
      step.path === 'admin-setup' ? 201 : 200,
    ])
    await server.restart()
    expect([step.path, await step.isDone(server)]).toEqual([step.path, true])
  }
})

/** From before the call has arrived until about its end. */
const DELAYS_MS = isFullMatrix ? [1, 6, 15, 40, 100] : [6, 40]

it('a kill during any step leaves it done or open, and it can be repeated', async () => {
  const server = await openFreshServer()
  for (const step of await stepsOf(await chosen())) {
    for (const delay of DELAYS_MS) {
      await killDuring(server, step, delay)
      if (await step.isDone(server)) break
    }
    if (await step.isDone(server)) continue
    expect((await server.post(step.path, step.body)).status).toBeLessThan(300)
    await expect.poll(() => step.isDone(server)).toBe(true)
  }
  expect(await isInstalled(server)).toBe(true)
})

it('refuses a PostgreSQL that is too old, and names both versions', async () => {
  const server = await openFreshServer()
  for (const [version, number] of [
    ['9.2.24', 90_224],
    ['13.23', 130_023],
  ] as const) {
    const database = {
      connection: 'postgres-address',
      address: await openOldPostgres(version, number),
    }
    const test = (await server.post('database/test', { database })).body.data
    expect(test).toMatchObject({ passed: false, problem: 'too_old', facts: { version } })
    expect(test.message).toContain(version)
    expect(test.message).toContain('14')
    const refused = await server.post('database', { database })
    expect([refused.status, refused.body.code]).toEqual([422, 'setup.database_unusable'])
    expect(await server.stateOf('database')).toBe('open')
  }
})
