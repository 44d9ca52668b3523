import { randomUUID } from 'node:crypto'
import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Options } from '../src/files/s3/s3-options.ts'
import type { StorageConfig } from '../src/storage-variables.ts'

function variable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the tests with \`npm test\``)
  return value
}

/** Calls the S3 store of the test run. */
async function withClient<T>(work: (client: S3Client) => Promise<T>): Promise<T> {
  const client = new S3Client({
    endpoint: variable('TEST_S3_ENDPOINT'),
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: testCredentials(),
  })
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}

const testCredentials = () => ({
  accessKeyId: variable('TEST_S3_ACCESS_KEY_ID'),
  secretAccessKey: variable('TEST_S3_SECRET_ACCESS_KEY'),
})

/** A new bucket at the S3 store of the test run. */
export async function createBucket(): Promise<S3Options> {
  const bucket = `test-${randomUUID()}`
  await withClient(client => client.send(new CreateBucketCommand({ Bucket: bucket })))
  return {
    endpoint: variable('TEST_S3_ENDPOINT'),
    region: 'us-east-1',
    bucket,
    prefix: 'coffer/',
    credentials: testCredentials(),
    isPathStyle: true,
    encryption: undefined,
  }
}

/** Sizes of all objects of a bucket; unfinished uploads count as empty ones. */
export async function sizesInBucket({
  bucket: Bucket,
}: Pick<StorageConfig, 'bucket'>): Promise<number[]> {
  if (Bucket === undefined) return []
  return withClient(async client => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
    return [...Contents.map(({ Size = 0 }) => Size), ...Uploads.map(() => 0)]
  })
}
