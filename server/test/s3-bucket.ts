import { randomUUID } from 'node:crypto'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Options } from '../src/files/s3/s3-options.ts'
import type { StorageConfig } from '../src/storage-variables.ts'

/** Whether the contents of servers under test lie in a bucket. */
export const storesInBucket = (): boolean => process.env.TEST_STORAGE === 's3'

function variable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the tests with \`npm test\``)
  return value
}

/** The address of the S3 store of the test run. */
export const storeAddress = (): string => variable('TEST_S3_ENDPOINT')

/** Calls the S3 store of the test run. */
export async function withClient<T>(work: (client: S3Client) => Promise<T>): Promise<T> {
  const client = new S3Client({
    endpoint: storeAddress(),
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

/** A bucket at the S3 store of the test run. */
export async function createBucket(bucket = `test-${randomUUID()}`): Promise<S3Options> {
  await withClient(client => client.send(new CreateBucketCommand({ Bucket: bucket })))
  return {
    endpoint: storeAddress(),
    region: 'us-east-1',
    bucket,
    prefix: 'coffer/',
    credentials: testCredentials(),
    isPathStyle: true,
    encryption: undefined,
  }
}

/** Removes a bucket, which has to be empty. */
export const removeBucket = ({ bucket: Bucket }: S3Options): Promise<unknown> =>
  withClient(client => client.send(new DeleteBucketCommand({ Bucket })))

/** The environment of a server that stores its contents in a bucket. */
export const bucketEnvironment = (options: S3Options): Record<string, string> => ({
  STORAGE: 's3',
  S3_ENDPOINT: options.endpoint,
  S3_REGION: options.region,
  S3_BUCKET: options.bucket,
  S3_PREFIX: options.prefix,
  S3_PATH_STYLE: String(options.isPathStyle),
  S3_ACCESS_KEY_ID: options.credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: options.credentials?.secretAccessKey ?? '',
})

/** Removes all objects of a bucket, so that long runs need little space. */
export async function emptyBucket({ bucket: Bucket }: S3Options): Promise<void> {
  await withClient(async client => {
    for (;;) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      if (Contents.length === 0) return
      const Delete = { Objects: Contents.map(({ Key }) => ({ Key })), Quiet: true }
      await client.send(new DeleteObjectsCommand({ Bucket, Delete }))
    }
  })
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
