import { expect, it, onTestFinished } from 'vitest'
import { createInstallation } from '../../../test/durability/installation.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { buildApp } from '../../app.ts'
import { AppError } from '../../errors.ts'

const t = await openTestApp()

const statusesOf = (answers: readonly { statusCode: number }[]) => [
  ...new Set(answers.map(answer => answer.statusCode)),
]

/** A server on the installation's folder and database, as another process would be. */
async function openServer(open: Awaited<ReturnType<typeof createInstallation>>['open']) {
  const deps = await open()
  const app = await buildApp({ deps: { ...t.deps, ...deps }, webDist: '' })
  return {
    ask: () => app.inject('/api/health'),
    async close() {
      await app.close()
      await deps.db.destroy()
    },
  }
}

const repeated = <T>(count: number, call: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, call))

it('answers every one of many concurrent calls, and checks the disk once for them', async () => {
  const { blobs } = t.deps
  const check = blobs.check
  let checks = 0
  blobs.check = () => {
    checks += 1
    return check()
  }
  onTestFinished(() => {
    blobs.check = check
  })
  const answers = await repeated(60, () => t.app.inject('/api/health'))
  expect(statusesOf(answers)).toEqual([200])
  expect(checks).toBe(1)
})

it('tells of a failing disk, and again of a working one once the shared result is old', async () => {
  const { blobs } = t.deps
  const check = blobs.check
  blobs.check = () => Promise.reject(new AppError('storage.unavailable'))
  t.advance(60_000)
  const failing = await t.app.inject('/api/health')
  blobs.check = check
  expect([failing.statusCode, failing.json()]).toEqual([
    503,
    { status: 'failing', database: 'ok', storage: 'failing' },
  ])
  t.advance(60_000)
  expect((await t.app.inject('/api/health')).statusCode).toBe(200)
})

it('answers concurrent calls at two servers on one folder', async () => {
  const installation = await createInstallation(1)
  const servers = [await openServer(installation.open), await openServer(installation.open)]
  onTestFinished(async () => {
    for (const server of servers) await server.close()
    await installation.remove()
  })
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(servers.flatMap(({ ask }) => [ask(), ask(), ask(), ask()]))
    expect(statusesOf(answers)).toEqual([200])
  }
})
