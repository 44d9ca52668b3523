import { expect, it, onTestFinished } from 'vitest'
import { createInstallation } from '../../../test/durability/installation.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { buildApp } from '../../app.ts'
import { AppError } from '../../errors.ts'

const t = await openTestApp()

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

it('checks the disk once for many concurrent calls', async () => {
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

it('reports a failing disk, and recovery once the shared result has expired', async () => {
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
    const answers = await Promise.all(
      servers.flatMap(({ checkHealth }) => Array.from({ length: 4 }, checkHealth)),
    )
    expect(statusesOf(answers)).toEqual([200])
  }
})
