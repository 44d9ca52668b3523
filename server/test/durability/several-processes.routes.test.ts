import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { bytes, checksum, sha256 } from '../contents.ts'
import type { TestClient } from '../test-client.ts'
import { databaseKind } from '../test-database.ts'
import { createInstallation, type Installation } from './installation.ts'
import { openUpload } from './paused-upload.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const CHUNK = 300_000
const SIZE = 3 * CHUNK

// F13. SQLite supports only one process.
describe.runIf(databaseKind() === 'postgres')('two server processes', () => {
  let installation: Installation
  let servers: ServerProcess[]
  let clients: TestClient[]
  let deps: Deps

  beforeAll(async () => {
    installation = await createInstallation(1)
    const { env, people, open } = installation
    deps = await open()
    servers = await Promise.all([startServer(env), startServer(env)])
    clients = await Promise.all(
      servers.flatMap(({ origin }) => people.map(person => person.clientAt(origin))),
    )
  })
  afterAll(async () => {
    await deps.db.destroy()
    await Promise.all(servers.map(server => server.kill()))
    await installation.remove()
  })

  const isWriting = (upload_id: string) =>
    expect
      .poll(() =>
        deps.db
          .selectFrom('uploads')
          .select('id')
          .where('id', '=', upload_id)
          .where('lease_id', 'is not', null)
          .execute(),
      )
      .toHaveLength(1)

  function startUpload() {
    const [here, there] = clients
    if (!here || !there) throw new Error('No clients exist')
    const content = bytes(SIZE)
    const upload_id = randomUUID()
    const chunk = (start: number, end = start + CHUNK) => ({
      filename: 'big.bin',
      upload_id,
      size: SIZE,
      offset: start,
      is_last: end === SIZE,
      checksum: checksum(content.slice(start, end)),
      content: content.slice(start, end),
    })
    const receivedBytes = async () =>
      (await here.send('GET', `/api/upload/${upload_id}`)).body.data?.attributes.received_bytes
    return { here, there, upload_id, content, chunk, receivedBytes }
  }

  it('M2: a first chunk that stalls at one does not damage the file that the other stores', async () => {
    const { here, there, content, chunk, receivedBytes } = startUpload()
    const stalled = await openUpload(there, chunk(0))
    await stalled.sendUntil(1_000)
    await expect.poll(receivedBytes).toBe(0)
    expect((await here.upload(chunk(0))).status).toBe(200)
    expect((await here.upload(chunk(CHUNK))).status).toBe(200)
    await stalled.sendUntil(CHUNK / 2)
    const last = await here.upload(chunk(2 * CHUNK))
    expect(last.status).toBe(201)
    expect(await stalled.finish()).toBe(409)
    expect(sha256(await here.download(last.body.data))).toBe(sha256(content))
  })

  it('M2: a process that stands still in a chunk loses the upload to the other', async () => {
    const { here, there, upload_id, content, chunk, receivedBytes } = startUpload()
    expect((await here.upload(chunk(0))).status).toBe(200)
    const stopped = await openUpload(there, chunk(CHUNK))
    await stopped.sendUntil(CHUNK / 2)
    await isWriting(upload_id)
    const pid = Number(servers[1]?.pid)
    process.kill(pid, 'SIGSTOP')
    expect(await receivedBytes()).toBe(CHUNK)
    expect((await here.upload(chunk(CHUNK))).status).toBe(200)
    const last = await here.upload(chunk(2 * CHUNK))
    expect(last.status).toBe(201)
    process.kill(pid, 'SIGCONT')
    expect(await stopped.finish()).toBe(409)
    expect(sha256(await here.download(last.body.data))).toBe(sha256(content))
  })

  // The last test, because it ends a server.
  it('M1: an upload continues at the other when one is killed in a chunk', async () => {
    const { here, there, upload_id, content, chunk, receivedBytes } = startUpload()
    expect((await there.upload(chunk(0))).status).toBe(200)
    const cutOff = await openUpload(there, chunk(CHUNK))
    await cutOff.sendUntil(CHUNK / 2)
    await isWriting(upload_id)
    await servers[1]?.kill()
    expect(await receivedBytes()).toBe(CHUNK)
    expect((await here.upload(chunk(CHUNK))).status).toBe(200)
    const last = await here.upload(chunk(2 * CHUNK))
    expect(sha256(await here.download(last.body.data))).toBe(sha256(content))
  })
})
