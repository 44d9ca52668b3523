/**
 * The work of lib/client.mjs done by the SDK alone, in a process of its own: what is left of it through
 * Coffer is the ratio of bench/stores.mjs.
 */
import { createHash } from 'node:crypto'
import * as s3 from '@aws-sdk/client-s3'
import { bigFile, smallFiles } from './content.mjs'

const tasks = { small, upload, download, hash, requests: async () => ({}) }

process.once('message', async ({ bucket, ...task }) => {
  const client = new s3.S3Client({ ...bucket.client, requestChecksumCalculation: 'WHEN_REQUIRED' })
  try {
    process.send({ result: await tasks[task.kind](client, bucket.name, task) }, () =>
      process.exit(),
    )
  } catch (error) {
    process.send({ error: error.message }, () => process.exit())
  }
})

const secondsSince = startedAt => (performance.now() - startedAt) / 1000
const md5 = piece => createHash('md5').update(piece).digest('base64')

async function small(client, Bucket, { round, files, connections }) {
  const waiting = smallFiles(round, files)
  async function work() {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const [Body] = file.pieces
      const put = { Bucket, Key: file.name, Body, ContentMD5: md5(Body) }
      await client.send(new s3.PutObjectCommand(put))
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, work))
  return { seconds: secondsSince(startedAt) }
}

/** One part after the other, as one browser sends its chunks. */
async function upload(client, Bucket, { name: Key, size }) {
  const { pieces } = bigFile(Key, size)
  const startedAt = performance.now()
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key }))
  const Parts = []
  for (const [index, Body] of pieces.entries()) {
    const part = { Bucket, Key, UploadId, PartNumber: index + 1, Body, ContentMD5: md5(Body) }
    const { ETag } = await client.send(new s3.UploadPartCommand(part))
    Parts.push({ ETag, PartNumber: part.PartNumber })
  }
  const done = { Bucket, Key, UploadId, MultipartUpload: { Parts } }
  await client.send(new s3.CompleteMultipartUploadCommand(done))
  return { seconds: secondsSince(startedAt), path: Key }
}

async function read(client, Bucket, Key, each) {
  const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }))
  for await (const piece of Body) each(piece)
}

async function download(client, bucket, { path, size }) {
  let bytes = 0
  const startedAt = performance.now()
  await read(client, bucket, path, piece => {
    bytes += piece.length
  })
  if (bytes !== size) throw new Error(`${path} has ${bytes} bytes instead of ${size}`)
  return { seconds: secondsSince(startedAt) }
}

async function hash(client, bucket, { path }) {
  const sum = createHash('sha256')
  await read(client, bucket, path, piece => sum.update(piece))
  return { hash: sum.digest('hex') }
}
