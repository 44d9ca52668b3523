import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { createInstallation } from '../../../test/durability/installation.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { buildApp } from '../../app.ts'
import { AppError } from '../../errors.ts'

const OPERATOR_TOKEN = 'a token of sixteen characters and more'
const t = await openTestApp()
t.deps.config.operation.metricsToken = OPERATOR_TOKEN

const statusesOf = (answers: readonly { statusCode: number }[]) => [
  ...new Set(answers.map(answer => answer.statusCode)),
]

/** Opens a second server on the installation's folder and database, like another process. */
async function openServer(open: Awaited<ReturnType<typeof createInstallation>>['open']) {
  const deps = await open()
  const app = await buildApp({ deps: { ...t.deps, ...deps }, webDist: '' })
  return {
    checkHealth: () => app.inject('/api/health'),
    async close() {
      await app.close()
      await deps.db.destroy()
    },
  }
}

const repeated = <T>(count: number, call: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, call))

/** Counts the checks of the storage, each of which waits for `until` first. */
function countChecks(until: Promise<void> = Promise.resolve()): () => number {
  const { blobs } = t.deps
  const check = blobs.check.bind(blobs)
  let checks = 0
  blobs.check = async () => {
    checks += 1
    await until
    return check()
  }
  onTestFinished(() => {
    blobs.check = check
  })
  return () => checks
}

it('checks the disk once a minute, however many calls there are', async () => {
  const checks = countChecks()
  for (let round = 0; round < 5; round += 1) {
    const answers = await repeated(10, () => t.app.inject('/api/health'))
    expect(statusesOf(answers)).toEqual([200])
    t.advance(3_000)
  }
  expect(checks()).toBe(1)
  t.advance(60_000)
  await t.app.inject('/api/health')
  expect(checks()).toBe(2)
})

it('does not check a slow disk again before it has answered', async () => {
  const slow = Promise.withResolvers<void>()
  const checks = countChecks(slow.promise)
  t.advance(60_000)
  const first = t.app.inject('/api/health')
  t.advance(60_000)
  const second = t.app.inject('/api/health')
  await expect.poll(checks).toBe(1)
  slow.resolve()
  expect(statusesOf(await Promise.all([first, second]))).toEqual([200])
  expect(checks()).toBe(1)
})

it('reports a failing disk, and recovery once the shared result has expired', async () => {
  const { blobs } = t.deps
  const check = blobs.check.bind(blobs)
  blobs.check = () => Promise.reject(new AppError('storage.unavailable'))
  t.advance(60_000)
  const failing = await t.app.inject('/api/health')
  blobs.check = check
  expect([failing.statusCode, failing.json()]).toEqual([503, { status: 'failing' }])
  t.advance(60_000)
  expect((await t.app.inject('/api/health')).statusCode).toBe(200)
})

describe('readiness', () => {
  const ready = async () => {
    t.advance(60_000)
    const answer = await t.app.inject('/api/ready')
    return [answer.statusCode, answer.json().status]
  }

  it('a process is ready until it stops', async () => {
    expect(await ready()).toEqual([200, 'ready'])
    t.deps.report.isDraining = true
    onTestFinished(() => {
      t.deps.report.isDraining = false
    })
    expect(await ready()).toEqual([503, 'draining'])
  })

  it.runIf(t.database.url)('M15: a process without free connections is not ready', async () => {
    const busy = await anotherProcess(t, { poolSize: 2 })
    onTestFinished(async () => busy?.close())
    const answerOf = async () => (await fetch(`${busy?.origin}/api/ready`)).status
    const release = Promise.withResolvers<void>()
    const holding = [1, 2].map(() => busy?.deps.db.connection().execute(() => release.promise))
    expect(await answerOf()).toBe(503)
    release.resolve()
    await Promise.all(holding)
    t.advance(60_000)
    expect(await answerOf()).toBe(200)
  })
})

it('M16: is degraded while messages of other processes do not arrive', async () => {
  const { live } = t.deps
  live.receivesMessages = () => false
  t.advance(60_000)
  const degraded = await t.app.inject('/api/health')
  Reflect.deleteProperty(live, 'receivesMessages')
  expect([degraded.statusCode, degraded.json()]).toEqual([200, { status: 'degraded' }])
})

describe('the parts', () => {
  const partsOf = async (client: Pick<TestClient, 'send'>) => {
    const { body } = await client.send('GET', '/api/health')
    return body.checks?.map(({ check }: { check: string }) => check)
  }
  const PARTS = ['database', 'storage', 'contents', 'disk', 'queue', 'messages', 'search', 'clock']

  it('are shown to administrators only', async () => {
    expect(await partsOf(await t.signIn('admin'))).toEqual(PARTS)
    expect(await partsOf(await t.signIn())).toBeUndefined()
    expect(await partsOf(t.anonymous())).toBeUndefined()
  })

  it('are shown to operators with the token of the metrics', async () => {
    const answers = await Promise.all(
      [OPERATOR_TOKEN, `${OPERATOR_TOKEN}!`].map(token =>
        t.app.inject({ url: '/api/health', headers: { authorization: `Bearer ${token}` } }),
      ),
    )
    expect(answers.map(answer => answer.json().checks?.length)).toEqual([PARTS.length, undefined])
    expect(answers.map(answer => answer.statusCode)).toEqual([200, 401])
  })

  it('are read once for calls at the same time', async () => {
    t.advance(60_000)
    const summarize = vi.spyOn(t.deps.jobs, 'summarize')
    onTestFinished(() => summarize.mockRestore())
    const admin = await t.signIn('admin')
    await repeated(10, () => partsOf(admin))
    expect(summarize).toHaveBeenCalledTimes(1)
  })

  it('name the storage that fails and the items that wait to be indexed', async () => {
    const { blobs } = t.deps
    const check = blobs.check.bind(blobs)
    blobs.check = () => Promise.reject(new AppError('storage.unavailable'))
    onTestFinished(() => {
      blobs.check = check
    })
    t.advance(60_000)
    const admin = await t.signIn('admin')
    const { status, body } = await admin.send('GET', '/api/health')
    expect([status, body.status]).toEqual([503, 'failing'])
    expect(body.checks).toContainEqual({
      check: 'storage',
      state: 'failing',
      detail: 'storage.unavailable',
    })
    expect(body.checks).toContainEqual({
      check: 'search',
      state: 'ok',
      detail: expect.stringMatching(/^\d+$/),
    })
  })
})

it('answers concurrent calls at two servers on one folder', async () => {
  const installation = await createInstallation(1)
  const servers = [await openServer(installation.open), await openServer(installation.open)]
  onTestFinished(async () => {
    for (const server of servers) await server.close()
    await installation.remove()
  })
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(
      servers.flatMap(({ checkHealth }) => Array.from({ length: 4 }, checkHealth)),
    )
    expect(statusesOf(answers)).toEqual([200])
  }
})
