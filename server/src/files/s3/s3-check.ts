import { createHash, randomUUIDv7 } from 'node:crypto'
import { STORAGE_CHECKS, type StorageCheck } from '@coffer/contract/storage-providers'
import type { S3Connection } from './s3-connection.ts'
import { describeFailure, statusOf } from './s3-errors.ts'

const PART_BYTES = 5 * 1024 * 1024
const MAX_SKEW_MS = 5 * 60_000

/** Without these, contents cannot be stored. */
const NEEDED: ReadonlySet<StorageCheck> = new Set([
  'reach',
  'write',
  'read',
  'range',
  'list',
  'missing',
  'parts',
  'replaced_part',
  'abort',
  'remove',
])

export interface CheckRow {
  check: StorageCheck
  passed: boolean
  isNeeded: boolean
  /** The answer of the store to a failed check. */
  answer: string | null
}

const md5 = (content: Uint8Array): string => createHash('md5').update(content).digest('base64')

/** The store answered, but not as expected. The name of the check says what was expected. */
class UnexpectedAnswer extends Error {}

const answerOf = (error: unknown): string | null =>
  error instanceof UnexpectedAnswer ? error.message || null : describeFailure(error)

function expect(isTrue: boolean, answer?: string): void {
  if (!isTrue) throw new UnexpectedAnswer(answer)
}

/** Runs a call that the store has to refuse. */
async function expectRefusal(work: () => Promise<unknown>): Promise<void> {
  const isRefused = await work().then(
    () => false,
    error => {
      if (statusOf(error) === undefined || (statusOf(error) ?? 0) >= 500) throw error
      return true
    },
  )
  expect(isRefused)
}

/** Tries what Coffer needs of a bucket, with objects of its own, which are removed. */
export async function checkBucket(connection: S3Connection): Promise<CheckRow[]> {
  const checks = checksOf(connection)
  const rows: CheckRow[] = []
  for (const check of STORAGE_CHECKS) {
    const isNeeded = NEEDED.has(check)
    try {
      await checks[check]()
      rows.push({ check, passed: true, isNeeded, answer: null })
    } catch (error) {
      rows.push({ check, passed: false, isNeeded, answer: answerOf(error) })
      // Everything else would fail with the same answer.
      if (check === 'reach' || check === 'write') return rows
    }
  }
  return rows
}

type Checks<C extends StorageCheck> = Record<C, () => Promise<void>>

const checksOf = (connection: S3Connection): Checks<StorageCheck> => {
  const calls = callsOf(connection)
  return { ...objectChecks(calls), ...partChecks(calls), ...removalChecks(calls) }
}

const CONTENT = Buffer.from('0123456789abcdef')
const LARGE = Buffer.alloc(PART_BYTES, 'a')

/** The calls that the checks combine, with objects below a prefix of their own. */
function callsOf({ s3, client, options, read }: S3Connection) {
  const { bucket: Bucket, endpoint } = options
  const prefix = `${options.prefix}check/${randomUUIDv7()}/`
  const named = (name: string) => ({ Bucket, Key: prefix + name })
  const encryption = options.encryption ? { ServerSideEncryption: options.encryption } : {}
  return {
    list: async () =>
      (await client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: prefix }))).Contents,
    reach: () => client.send(new s3.ListObjectsV2Command({ Bucket, MaxKeys: 1 })),
    put: (name: string, more: object = {}) =>
      client.send(
        new s3.PutObjectCommand({
          ...named(name),
          ...encryption,
          Body: CONTENT,
          ContentMD5: md5(CONTENT),
          ...more,
        }),
      ),
    async read(name: string, range: { Range?: string } = {}): Promise<Buffer> {
      const { Body } = await read(new s3.GetObjectCommand({ ...named(name), ...range }))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    },
    remove: (name: string) => client.send(new s3.DeleteObjectCommand(named(name))),
    async removeMany(names: string[]): Promise<void> {
      const Delete = { Objects: names.map(name => ({ Key: named(name).Key })), Quiet: true }
      const { Errors } = await client.send(new s3.DeleteObjectsCommand({ Bucket, Delete }))
      expect(!Errors?.length)
    },
    async begin(name: string): Promise<string> {
      const command = new s3.CreateMultipartUploadCommand({ ...named(name), ...encryption })
      return (await client.send(command)).UploadId ?? ''
    },
    async sendPart(name: string, UploadId: string, PartNumber: number, Body: Buffer) {
      const part = { ...named(name), UploadId, PartNumber, Body, ContentMD5: md5(Body) }
      return { PartNumber, ETag: (await client.send(new s3.UploadPartCommand(part))).ETag }
    },
    complete: (name: string, UploadId: string, Parts: object[]) =>
      client.send(
        new s3.CompleteMultipartUploadCommand({
          ...named(name),
          UploadId,
          MultipartUpload: { Parts },
        }),
      ),
    abort: (name: string, UploadId: string) =>
      client.send(new s3.AbortMultipartUploadCommand({ ...named(name), UploadId })),
    versions: async () => (await client.send(new s3.GetBucketVersioningCommand({ Bucket }))).Status,
    serverTime: () => serverTime(endpoint),
  }
}
type Calls = ReturnType<typeof callsOf>

const objectChecks = ({ reach, put, read, list }: Calls) => ({
  async reach() {
    await reach()
  },
  async write() {
    await put('object')
  },
  async read() {
    expect((await read('object')).equals(CONTENT))
  },
  async range() {
    const part = await read('object', { Range: 'bytes=3-9' })
    expect(part.equals(CONTENT.subarray(3, 10)))
  },
  async list() {
    expect((await list())?.length === 1)
  },
  missing: () => expectRefusal(() => read('absent')),
  checksum: () => expectRefusal(() => put('damaged', { ContentMD5: md5(LARGE) })),
  conditional: () => expectRefusal(() => put('object', { IfNoneMatch: '*' })),
})

function partChecks({ begin, sendPart, complete, abort, read, remove }: Calls) {
  let parted = { UploadId: '', parts: [] as object[] }
  return {
    async parts() {
      const UploadId = await begin('parted')
      const parts = [
        await sendPart('parted', UploadId, 1, LARGE),
        await sendPart('parted', UploadId, 2, CONTENT),
      ]
      await complete('parted', UploadId, parts)
      parted = { UploadId, parts }
      const end = { Range: `bytes=${PART_BYTES - 1}-${PART_BYTES + CONTENT.length - 1}` }
      const joined = Buffer.concat([LARGE.subarray(-1), CONTENT])
      expect((await read('parted', end)).equals(joined))
    },
    async replaced_part() {
      const UploadId = await begin('replaced')
      try {
        const before = await sendPart('replaced', UploadId, 1, Buffer.from('before'))
        await sendPart('replaced', UploadId, 1, Buffer.from('after'))
        await expectRefusal(() => complete('replaced', UploadId, [before]))
      } finally {
        await abort('replaced', UploadId)
      }
    },
    async complete_twice() {
      await complete('parted', parted.UploadId, parted.parts)
    },
    async abort() {
      const UploadId = await begin('aborted')
      await sendPart('aborted', UploadId, 1, CONTENT)
      await abort('aborted', UploadId)
      await expectRefusal(() => sendPart('aborted', UploadId, 2, CONTENT))
    },
    async small_part() {
      const UploadId = await begin('small')
      try {
        const parts = [
          await sendPart('small', UploadId, 1, CONTENT),
          await sendPart('small', UploadId, 2, CONTENT),
        ]
        await expectRefusal(() => complete('small', UploadId, parts))
      } finally {
        await abort('small', UploadId).catch(() => undefined)
        await remove('small')
      }
    },
  }
}

const removalChecks = ({ remove, removeMany, read, versions, serverTime }: Calls) => ({
  async remove() {
    await remove('object')
    await remove('absent')
    await expectRefusal(() => read('object'))
  },
  async remove_many() {
    try {
      await removeMany(['parted', 'damaged', 'absent'])
    } finally {
      for (const name of ['parted', 'damaged']) await remove(name)
    }
  },
  async versions() {
    expect((await versions()) !== 'Enabled')
  },
  async clock() {
    const skew = Math.abs((await serverTime()) - Date.now())
    expect(skew < MAX_SKEW_MS, `${Math.round(skew / 60_000)} min`)
  },
})

async function serverTime(endpoint: string): Promise<number> {
  const answer = await fetch(endpoint, { method: 'HEAD', redirect: 'manual' })
  return Date.parse(answer.headers.get('date') ?? '') || Date.now()
}
