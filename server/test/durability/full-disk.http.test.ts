import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auth } from '@coffer/contract'
import { expect, it, onTestFinished, type TestContext } from 'vitest'
import { sqliteFileIn } from '../../src/db/open.ts'
import { spareFileOf } from '../../src/db/spare-file.ts'
import { bytes } from '../contents.ts'
import { TestClient } from '../test-client.ts'
import { databaseKind } from '../test-database.ts'
import { createInstallation } from './installation.ts'
import { startServer } from './server-process.ts'
import { mountSmallDisk } from './small-disk.ts'

const MB = 1024 * 1024

/** A server whose data is on a disk of 96 MB, of which 16 are reserved. */
async function startOnSmallDisk(test: TestContext) {
  const disk = await mountSmallDisk('96m')
  if (!disk) return test.skip('Only root can mount a small disk.')
  onTestFinished(disk.unmount)
  const installation = await createInstallation(1, { within: disk.folder })
  onTestFinished(installation.remove)
  const server = await startServer({ ...installation.env, DISK_RESERVE_MB: '16' })
  onTestFinished(async () => {
    await server.kill()
  })
  return { ...server, folder: disk.folder, dataDir: installation.folder }
}

/** Signs in like the sign-in page. */
async function signIn(origin: string): Promise<TestClient> {
  const client = new TestClient(origin)
  const body = { email: 'person-1@example.test', password: 'correct horse battery' }
  const { status } = await client.call(auth.signIn, { body })
  expect(status).toBe(200)
  await client.fetch('/api/user')
  return client
}

const upload = (client: TestClient, filename: string, size = 4 * MB) =>
  client.upload({ filename, size, content: bytes(size) })

/** @returns the ids of the accepted files, and the first rejection */
async function uploadUntilRefused(client: TestClient) {
  const ids: string[] = []
  for (;;) {
    const { status, body } = await upload(client, `file-${ids.length}.bin`)
    if (status !== 201) return { ids, refusal: { status, code: body.code, detail: body.detail } }
    ids.push(body.data.id)
  }
}

/** Deletes files like the web app; every call must succeed. */
async function freeSpace(origin: string, ids: readonly string[]): Promise<TestClient> {
  const client = await signIn(origin)
  const items = ids.map(id => ({ id, type: 'file' }))
  const removed = await client.send('POST', '/api/remove', { items })
  expect(removed.status).toBe(200)
  const emptied = await client.send('DELETE', '/api/trash/dump')
  expect(emptied.status).toBe(200)
  // Blobs are deleted shortly afterwards.
  await expect.poll(async () => (await upload(client, 'again.bin')).status).toBe(201)
  return client
}

it('on a disk filled by uploads users can sign in, delete and upload again', async test => {
  const { origin } = await startOnSmallDisk(test)
  const { ids, refusal } = await uploadUntilRefused(await signIn(origin))
  expect(ids.length).toBeGreaterThan(10)
  expect(refusal).toMatchObject({ status: 507, code: 'storage.full' })
  expect(refusal.detail).toMatch(/trash/)
  const client = await freeSpace(origin, ids)
  const { body } = await client.send('GET', '/api/browse/folders/all')
  expect(body.data).toHaveLength(1)
})

it('on a disk filled completely by something else they can do the same', async test => {
  const { origin, folder, dataDir } = await startOnSmallDisk(test)
  const spare = spareFileOf(sqliteFileIn(dataDir))
  if (databaseKind() === 'sqlite') await expect.poll(() => existsSync(spare)).toBe(true)
  const { ids } = await uploadUntilRefused(await signIn(origin))
  const filler = join(folder, 'filler')
  await expect(writeFile(filler, Buffer.alloc(96 * MB))).rejects.toThrow('ENOSPC')
  await freeSpace(origin, ids)
  await rm(filler)
})
