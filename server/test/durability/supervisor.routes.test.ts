import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { databaseKind } from '../test-database.ts'
import { createInstallation } from './installation.ts'
import { type ServerProcess, startServer } from './server-process.ts'

async function startTwo(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ ...env, PORT: String(await freePort()), PROCESSES: '2' })
  onTestFinished(async () => void (await server.kill()))
  return server
}

/** Process ids of the processes that it has started. */
async function childrenOf({ pid }: ServerProcess): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

it.runIf(databaseKind() === 'postgres')(
  'PROCESSES starts processes on one port, replaces a killed one, and renews them without an error',
  async () => {
    const installation = await createInstallation(1)
    onTestFinished(() => installation.remove())
    const metrics = String(await freePort())
    const env = { DRAIN_SECONDS: '1', METRICS_PORT: metrics }
    const server = await startTwo({ ...installation.env, ...env })
    const children = () => childrenOf(server)
    await expect.poll(async () => (await children()).length).toBe(2)
    const isAnswering = () =>
      fetch(`${server.origin}/api/ping`).then(
        () => true,
        () => false,
      )
    const [first = 0] = await children()
    process.kill(first, 'SIGKILL')
    await expect.poll(async () => (await children()).includes(first)).toBe(false)
    await expect.poll(async () => (await children()).length).toBe(2)
    await expect.poll(isAnswering).toBe(true)

    const totals = async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    await expect.poll(totals).toMatch(/^coffer_info{.*} 2$/m)

    const client = await installation.people[0]?.clientAt(server.origin)
    const before = await children()
    let isCalling = true
    const statuses: (number | undefined)[] = []
    const calling = (async () => {
      while (isCalling) statuses.push((await client?.send('GET', '/api/user'))?.status)
    })()
    process.kill(server.pid, 'SIGUSR2')
    await expect
      .poll(async () => {
        const now = await children()
        return now.length === 2 && !now.some(pid => before.includes(pid))
      })
      .toBe(true)
    isCalling = false
    await calling
    expect(statuses.length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const left = await children()
    expect(await server.stop()).toMatchObject({ code: 0, signal: null })
    for (const pid of left) expect(() => process.kill(pid, 0)).toThrow()
  },
)

it('a single process stays when SIGUSR2 asks to replace it, and says why', async () => {
  const installation = await createInstallation(0)
  onTestFinished(() => installation.remove())
  const server = await startServer({ ...installation.env, LOG_LEVEL: 'warn' })
  process.kill(server.pid, 'SIGUSR2')
  // A signal is handled before calls that arrive later.
  expect((await fetch(`${server.origin}/api/ping`)).status).toBe(200)
  const { code, signal, errors } = await server.stop()
  expect([code, signal]).toEqual([0, null])
  expect(errors).toContain('SIGUSR2 is ignored')
})
