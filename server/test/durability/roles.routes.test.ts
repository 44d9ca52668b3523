import { expect, it, onTestFinished } from 'vitest'
import { photo } from '../media-samples.ts'
import { databaseKind } from '../test-database.ts'
import { createInstallation } from './installation.ts'
import { runServer, startServer } from './server-process.ts'

async function openInstallation() {
  const installation = await createInstallation(1)
  onTestFinished(() => installation.remove())
  return installation
}

it.runIf(databaseKind() === 'sqlite')('roles and several processes need PostgreSQL', async () => {
  const { env } = await openInstallation()
  for (const [name, value] of [
    ['ROLES', 'web'],
    ['PROCESSES', '2'],
  ]) {
    const { code, errors } = await runServer({ ...env, [`${name}`]: `${value}` })
    expect([code, errors]).toEqual([1, expect.stringContaining(`${name} needs PostgreSQL`)])
  }
})

it.runIf(databaseKind() === 'postgres')(
  'a web process queues jobs, which a worker process runs; a worker only answers probes',
  async () => {
    const { env, people, open } = await openInstallation()
    const deps = await open()
    onTestFinished(() => deps.db.destroy())
    const web = await startServer({ ...env, ROLES: 'web' })
    onTestFinished(async () => void (await web.kill()))
    const client = await people[0]?.clientAt(web.origin)
    const upload = await client?.upload({ filename: 'photo.jpg', content: await photo(60, 40) })
    expect(upload?.status).toBe(201)
    const waiting = async () => (await deps.jobs.summarize()).counts.waiting
    expect(await waiting()).toBeGreaterThan(0)
    const worker = await startServer({ ...env, ROLES: 'worker' })
    onTestFinished(async () => void (await worker.kill()))
    await expect.poll(waiting).toBe(0)
    const statuses = ['ping', 'ready', 'health', 'user'].map(async name => {
      const { status } = await fetch(`${worker.origin}/api/${name}`)
      return status
    })
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404])
    expect(await worker.stop()).toMatchObject({ code: 0 })
  },
)
