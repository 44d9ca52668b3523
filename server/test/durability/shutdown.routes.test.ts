import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPage } from '../open-page.ts'
import { noFigures } from './figures.ts'
import { createInstallation, type Installation, type Person } from './installation.ts'
import { type ChunkedUpload, contentOf } from './ledger.ts'
import { pauseUpload, until } from './paused-upload.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { chunkAt } from './uploader.ts'
import { finishUploads, verifyUser } from './verify-state.ts'

const MEGABYTE = 1024 * 1024
/** Enough for the server to start writing before the rest arrives. */
const CHUNK_BYTES = 1.25 * MEGABYTE
const UPLOADS = 20

let installation: Installation
let person: Person
beforeEach(async () => {
  installation = await createInstallation(1)
  const [first] = installation.people
  if (!first) throw new Error('No test user exists')
  person = first
})
afterEach(() => installation.remove())

/** Uploads with odd numbers take two chunks, the others one. */
function upload(number: number): ChunkedUpload {
  const size = (1 + (number % 2)) * CHUNK_BYTES
  return {
    id: randomUUID(),
    path: `file-${number}.bin`,
    content: contentOf(`file ${number}`, size),
    chunkBytes: CHUNK_BYTES,
    withChecksums: true,
    replaces: false,
    acknowledgedBytes: 0,
    sentBytes: 0,
  }
}

/** Uploads that are being written and wait for their last bytes. */
async function startPausedUploads(server: ServerProcess, count: number) {
  const client = await person.clientAt(server.origin)
  const uploads = Array.from({ length: count }, (_, number) => upload(number))
  const paused = await Promise.all(
    uploads.map(async chunked => {
      const { end, fields } = chunkAt(chunked, 0)
      person.ledger.chunked.set(chunked.id, chunked)
      if (fields.is_last) person.ledger.send(chunked.path, chunked.content)
      chunked.sentBytes = end
      return { upload: chunked, isLast: fields.is_last, ...(await pauseUpload(client, fields)) }
    }),
  )
  await until(async () => (await countWritten()) === count)
  return paused
}

async function countWritten(): Promise<number> {
  const root = join(installation.folder, 'blobs')
  const folders = await readdir(root)
  const files = (
    await Promise.all(
      folders.map(async name =>
        (await readdir(join(root, name))).map(key => join(root, name, key)),
      ),
    )
  ).flat()
  const sizes = await Promise.all(files.map(async file => (await stat(file)).size))
  return sizes.filter(size => size >= MEGABYTE).length
}

const isUnreachable = ({ origin }: ServerProcess) =>
  fetch(`${origin}/api/ping`).then(
    () => false,
    () => true,
  )

async function verifyAfterRestart(): Promise<string[]> {
  const server = await startServer(installation.env)
  const figures = noFigures()
  const failures = await verifyUser(person, server.origin, figures)
  failures.push(...(await finishUploads(person, server.origin, figures)))
  failures.push(...(await verifyUser(person, server.origin, figures)))
  await server.stop()
  return failures
}

it('a stopping server accepts no new connections, answers running uploads, and ends', async () => {
  const server = await startServer(installation.env)
  const paused = await startPausedUploads(server, UPLOADS)
  const ended = server.stop()
  await until(() => isUnreachable(server))
  for (const { upload, isLast, finish } of paused) {
    expect(await finish()).toBe(isLast ? 201 : 200)
    upload.acknowledgedBytes = upload.sentBytes
    if (!isLast) continue
    person.ledger.acknowledge(upload.path)
    person.ledger.chunked.delete(upload.id)
  }
  expect(await ended).toMatchObject({ code: 0, signal: null })
  expect(await verifyAfterRestart()).toEqual([])
  expect(person.ledger.acknowledgedPaths()).toHaveLength(UPLOADS)
})

it('M24: a draining server is not ready, answers calls, and sends pages to other servers', async () => {
  const server = await startServer({ ...installation.env, DRAIN_SECONDS: '5' })
  const client = await person.clientAt(server.origin)
  const page = await openPage(client)
  const readiness = () => fetch(`${server.origin}/api/ready`)
  expect((await readiness()).status).toBe(200)
  const ended = server.stop()
  await expect.poll(async () => (await readiness()).status).toBe(503)
  const { status, headers } = await client.upload({ filename: 'late.txt', content: 'late' })
  expect([status, headers.get('connection')]).toEqual([201, 'close'])
  await expect(openPage(client)).rejects.toThrow('504')
  const repeats = { 'coffer-proxy-repeats': 'GET' }
  expect((await fetch(`${server.origin}/api/ping`, { headers: repeats })).status).toBe(504)
  expect((await fetch(`${server.origin}/api/ping`)).status).toBe(200)
  const change = await fetch(`${server.origin}/api/sign-out`, { method: 'POST', headers: repeats })
  expect(change.status).not.toBe(504)
  expect(await page.closed).toBe(1012)
  expect(await ended).toMatchObject({ code: 0, signal: null })
})

it('a stalled upload does not keep a server from ending, and can be resumed later', async () => {
  const server = await startServer({ ...installation.env, GRACE_SECONDS: '1' })
  const paused = await startPausedUploads(server, 2)
  expect(await server.stop()).toMatchObject({ code: 0, signal: null })
  for (const { abandon } of paused) abandon()
  expect(await verifyAfterRestart()).toEqual([])
  expect(person.ledger.acknowledgedPaths()).toHaveLength(2)
})
