import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { bytes, chunked } from '../contents.ts'
import { createInstallation } from '../durability/installation.ts'
import { startServer } from '../durability/server-process.ts'
import { freePort } from '../free-port.ts'
import { startNginx } from '../nginx.ts'
import type { TestClient } from '../test-client.ts'
import { databaseKind } from '../test-database.ts'

const NEXT_RELEASE = 'server/test/processes/next-release.ts'
const CHUNK = 64 * 1024
const DRAIN_SECONDS = 3
/** Longer, so that nginx sends a process nothing when it closes its port. */
const FAIL_SECONDS = 4

/** Calls without a pause; every answer is to be a success. */
function keepCalling(client: TestClient, label: string) {
  const statuses = new Set<number>()
  let count = 0
  let isCalling = true
  const call = async (method: string, path: string, body?: unknown) => {
    statuses.add((await client.send(method, path, body)).status)
    count += 1
  }
  async function upload(): Promise<void> {
    const { send } = chunked(client, bytes(2 * CHUNK))
    for (const start of [0, CHUNK]) statuses.add((await send(start, start + CHUNK)).status)
  }
  const calling = (async () => {
    for (let round = 0; isCalling; round += 1) {
      await call('GET', '/api/browse/folders/all?sort=name&direction=ASC')
      await call('POST', '/api/create-folder', { name: `${label} ${round}` })
      await upload()
    }
  })()
  return {
    count: () => count,
    async stop() {
      isCalling = false
      await calling
      return [...statuses].sort()
    },
  }
}

it.runIf(databaseKind() === 'postgres')(
  'M22: no call fails while two processes behind nginx are replaced by a release that migrates',
  async () => {
    const installation = await createInstallation(2)
    onTestFinished(() => installation.remove())
    const ports = [await freePort(), await freePort()]
    const env = { ...installation.env, TRUST_PROXY: 'true', DRAIN_SECONDS: String(DRAIN_SECONDS) }
    const start = async (index: number, program?: string) => {
      const server = await startServer({ ...env, PORT: String(ports[index]) }, program)
      onTestFinished(async () => void (await server.kill()))
      return server
    }
    const old = [await start(0), await start(1)]
    const nginx = await startNginx(ports, { failSeconds: FAIL_SECONDS })
    onTestFinished(() => nginx.stop())
    const clients = await Promise.all(
      installation.people.map(async (person, index) =>
        keepCalling(await person.clientAt(nginx.origin), `client ${index}`),
      ),
    )
    for (const [index, server] of old.entries()) {
      expect(await server.stop()).toMatchObject({ code: 0 })
      await start(index, NEXT_RELEASE)
      const before = clients.map(client => client.count())
      // nginx tries a server again only then.
      await sleep(FAIL_SECONDS * 1_500)
      for (const [at, client] of clients.entries())
        await expect.poll(() => client.count()).toBeGreaterThan(before[at] ?? 0)
    }
    for (const client of clients) expect(await client.stop()).toEqual([200, 201])
    const deps = await installation.open()
    const applied = await deps.db
      .selectFrom('migrations')
      .select('name')
      .where('name', '=', '9999-next-release')
      .execute()
    expect(applied).toHaveLength(1)
    await deps.db.destroy()
  },
)
