import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settings as contract } from '@coffer/contract'
import { HOUR_MS } from '@coffer/contract/durations'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { bytes, chunked, sha256 } from '../../../test/contents.ts'
import { startFaultProxy } from '../../../test/fault-proxy.ts'
import * as samples from '../../../test/media-samples.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { createBucket, sizesInBucket } from '../../../test/s3-bucket.ts'
import { createTestApp, inBucket } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { runCommand } from '../../cli/commands.ts'
import { readConfig } from '../../config.ts'
import type { S3Options } from '../../files/s3/s3-options.ts'
import { verifyContents } from '../blobs/index.ts'
import { importSettings } from '../settings/index.ts'

const config = { storage: readConfig({}).storage }
const t = await openTestApp({ config })
const admin = await t.signIn('admin')
/** The installation of most tests here. */
const usual = { app: t, admin }

const valuesOf = ({ endpoint, region, bucket, prefix, credentials }: S3Options) => ({
  storage_driver: 'other' as const,
  s3_endpoint: endpoint,
  s3_region: region,
  s3_bucket: bucket,
  s3_prefix: prefix,
  s3_access_key_id: credentials?.accessKeyId ?? null,
  s3_path_style: true,
})

async function change(values: object, secret?: string, { app, admin } = usual): Promise<number> {
  const secrets = secret === undefined ? {} : { s3_secret_access_key: secret }
  // Changing them needs a recent sign-in.
  const session = await app.signInAgain(admin)
  return (await session.call(contract.updateSettings, { body: { values, secrets } })).status
}

const testBucket = async (bucket: S3Options, { app, admin } = usual) => {
  const secrets = { s3_secret_access_key: bucket.credentials?.secretAccessKey }
  const session = await app.signInAgain(admin)
  const body = { values: valuesOf(bucket), secrets }
  return (await session.call(contract.testStorageSettings, { body })).body.data
}

async function useBucket(bucket: S3Options, installation = usual): Promise<number> {
  expect(await testBucket(bucket, installation)).toMatchObject({ is_passed: true })
  return change(valuesOf(bucket), bucket.credentials?.secretAccessKey, installation)
}

async function send(client: TestClient, content: Uint8Array<ArrayBuffer>) {
  const { send } = chunked(client, content, { filename: `${randomUUID()}.bin` })
  await send(0, 1_000_000)
  return (await send(1_000_000, content.length)).body.data
}

const storesOfAll = async () =>
  (await t.deps.db.selectFrom('blobs').select('store').orderBy('store').execute()).map(
    blob => blob.store,
  )

describe('a bucket that is chosen in the settings', () => {
  it('is saved only after a passed test of exactly its values', async () => {
    const bucket = await createBucket()
    const secret = bucket.credentials?.secretAccessKey
    expect(await change(valuesOf(bucket), secret)).toBe(422)
    expect(await testBucket({ ...bucket, bucket: 'missing' })).toMatchObject({ is_passed: false })
    expect(await change(valuesOf(bucket), secret)).toBe(422)
    expect(await testBucket(bucket)).toMatchObject({ is_passed: true })
    expect(await change({ ...valuesOf(bucket), s3_prefix: 'other' }, secret)).toBe(422)
    expect(await change(valuesOf(bucket), 'another key')).toBe(422)
  })

  it('takes new files, while those before stay readable, and back again', async () => {
    const ann = await t.signIn()
    const contents = [bytes(1_500_000), bytes(1_600_000), bytes(1_700_000)] as const
    const onDisk = await send(ann, contents[0])
    const bucket = await createBucket()
    expect(await useBucket(bucket)).toBe(200)
    const inBucket = await send(ann, contents[1])
    expect(await sizesInBucket(bucket)).toEqual([1_600_000])
    expect(await storesOfAll()).toEqual([1, 2])
    expect(await change({ storage_driver: 'disk' })).toBe(200)
    const onDiskAgain = await send(ann, contents[2])
    expect(await storesOfAll()).toEqual([1, 1, 2])
    for (const [index, item] of [onDisk, inBucket, onDiskAgain].entries())
      expect(sha256(await ann.download(item))).toBe(sha256(contents[index] ?? ''))
    t.advance(HOUR_MS)
    expect(await verifyContents(t.deps)).toBe(3)
  })

  it('cannot be replaced by another one while it has files', async () => {
    const other = await createBucket()
    const session = await t.signInAgain(admin)
    const reply = await session.call(contract.updateSettings, {
      body: { values: { s3_bucket: other.bucket } },
    })
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      { 'values.s3_bucket': [expect.stringContaining('bucket')] },
    ])
  })

  it('is checked by a command, which keeps what the store can do', async () => {
    const text = await runCommand(t.deps, ['storage', 'check'])
    expect(text).toContain('✓ joins the parts of an upload')
    expect(text).toContain('The bucket can be used.')
    const { capabilities } = await t.deps.db
      .selectFrom('stores')
      .select('capabilities')
      .where('kind', '=', 's3')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(capabilities ?? '')).toMatchObject({ write: true, parts: true })
  })

  it('that refuses the credentials fails the check and every upload, with one answer', async () => {
    expect(await change({ storage_driver: 'other' }, 'not the key')).toBe(422)
    // An operator's file needs no test here.
    await importSettings(t.deps, {
      format: 'coffer-settings',
      version: 1,
      exported_at: t.deps.now().toISOString(),
      values: { storage_driver: 'other' },
      secrets: { s3_secret_access_key: 'not the key' },
    })
    t.deps.settings.invalidate()
    await t.deps.followStores()
    await expect(runCommand(t.deps, ['storage', 'check'])).rejects.toThrow(
      /✗ can be reached with these credentials: The secret access key is wrong\. 403 SignatureDoesNotMatch[^✓✗]*cannot be used/,
    )
    const ann = await t.signIn()
    const reply = await ann.upload({ filename: 'a.txt', content: 'a' })
    expect([reply.status, reply.body.code]).toEqual([503, 'storage.unavailable'])
  })
})

it.runIf(t.database.url)('another process follows a change of the storage at once', async () => {
  let followed = 0
  const followStores = async () => {
    followed += 1
  }
  const other = await anotherProcess({ ...t, deps: { ...t.deps, followStores } })
  onTestFinished(async () => other?.close())
  await expect
    .poll(async () => {
      await t.settings({ s3_region: 'us-east-1' })
      return followed
    })
    .toBeGreaterThan(0)
})

describe('a bucket without files', () => {
  async function openWithBucket() {
    const app = await createTestApp({ config })
    onTestFinished(app.close)
    const installation = { app, admin: await app.signIn('admin') }
    const bucket = await createBucket()
    expect(await useBucket(bucket, installation)).toBe(200)
    return { ...installation, installation, bucket }
  }

  it('cannot be replaced by another one while there are logos or avatars', async () => {
    const { app, admin, installation } = await openWithBucket()
    const other = await createBucket()
    const logo = `/system/${randomUUID()}`
    await app.settings({ app_logo_horizontal: logo })
    expect(await useBucket(other, installation)).toBe(422)
    await app.settings({ app_logo_horizontal: null })
    const setAvatar = (avatar_key: string | null) =>
      app.deps.db
        .updateTable('user_settings')
        .set({ avatar_key })
        .where('user_id', '=', admin.userId)
        .execute()
    await setAvatar(randomUUID())
    expect(await useBucket(other, installation)).toBe(422)
    await setAvatar(null)
    expect(await useBucket(other, installation)).toBe(200)
  })

  it('stays readable while it has contents that were stored during the change', async () => {
    const { app, bucket } = await openWithBucket()
    const ann = await app.signIn()
    const other = await createBucket()
    // Another process has changed the settings, and this one still writes to the bucket of before.
    await app.settings({ s3_bucket: other.bucket })
    const file = (await ann.upload({ filename: 'a.txt', content: 'before' })).body.data
    expect(await sizesInBucket(bucket)).toContain(6)
    await app.deps.followStores()
    const next = (await ann.upload({ filename: 'b.txt', content: 'after it' })).body.data
    expect(await sizesInBucket(other)).toContain(8)
    expect(String(Buffer.from(await ann.download(file)))).toBe('before')
    expect(String(Buffer.from(await ann.download(next)))).toBe('after it')
  })

  it('becomes readable again when a request ends that stored a content before the change', async () => {
    const { app, bucket, installation } = await openWithBucket()
    const { id: store, store: before } = app.deps.blobs.writer
    expect(await useBucket(await createBucket(), installation)).toBe(200)
    const ann = await app.signIn()
    await ann.upload({ filename: 'a.txt', content: 'after' })
    const { db, followStores, blobs } = app.deps
    const row = await db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow()
    const id = randomUUID()
    await before.put(id, Buffer.from('before'))
    await db
      .insertInto('blobs')
      .values({ ...row, id, store })
      .execute()
    await followStores()
    expect(await sizesInBucket(bucket)).toContain(6)
    expect(String(Buffer.from(await blobs.readAll(id)))).toBe('before')
  })
})

it('M7: a bucket that is away leaves lists and cached pictures, and nothing of what fails', async () => {
  const bucket = await createBucket()
  const proxy = await startFaultProxy(bucket.endpoint)
  onTestFinished(proxy.close)
  const app = await createTestApp({ config: inBucket({ ...bucket, endpoint: proxy.endpoint }) })
  onTestFinished(app.close)
  const ann = await app.signIn()
  const picture = await samples.picture('png')
  const { id } = (await ann.upload({ filename: 'seen.png', content: picture })).body.data
  await app.runJobs()
  const item = (await ann.send('GET', `/api/items/${id}`)).body.data
  const thumbnail = (): Promise<Response> => ann.fetch(item.attributes.thumbnail.sm)
  expect((await thumbnail()).status).toBe(200)

  proxy.use(() => ({ kind: 'reset' }))
  expect(await ann.names()).toEqual(['seen.png'])
  expect((await thumbnail()).status).toBe(200)
  const download = await ann.fetch(item.attributes.file_url)
  expect(download.status).toBe(503)
  const upload = await ann.upload({ filename: 'new.txt', content: 'new' })
  expect([upload.status, upload.body.code]).toEqual([503, 'storage.unavailable'])
  expect((await app.storage(ann.userId)).used_bytes).toBe(picture.length)

  proxy.use()
  expect((await ann.upload({ filename: 'new.txt', content: 'new' })).status).toBe(201)
  expect(Buffer.from(await ann.download(item))).toEqual(Buffer.from(picture))
})

it('a start removes parts that a killed process left a day ago, and no younger ones', async () => {
  const folder = join(t.folder, 'parts-of-before')
  const scratch = join(folder, 'parts')
  await mkdir(scratch, { recursive: true })
  for (const name of ['old', 'young']) await writeFile(join(scratch, name), 'part')
  const past = new Date(Date.now() - 25 * HOUR_MS)
  await utimes(join(scratch, 'old'), past, past)
  const { storage } = inBucket(await createBucket())
  const app = await createTestApp({ config: { storage: { ...storage, scratchDir: folder } } })
  onTestFinished(app.close)
  expect(await readdir(scratch)).toEqual(['young'])
})

it('each process of one command has a scratch folder of its own', async () => {
  const folder = join(t.folder, 'scratch-of-several')
  const { storage } = inBucket(await createBucket())
  const operation = { ...t.deps.config.operation, processNumber: 2 }
  const app = await createTestApp({
    config: { storage: { ...storage, scratchDir: folder }, operation },
  })
  onTestFinished(app.close)
  expect(await readdir(folder)).toEqual(['2'])
})
