import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import pg from 'pg'

/** @returns a function that creates a bucket */
export function bucketsAt(env) {
  const client = {
    endpoint: env.TEST_S3_ENDPOINT,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: {
      accessKeyId: env.TEST_S3_ACCESS_KEY_ID,
      secretAccessKey: env.TEST_S3_SECRET_ACCESS_KEY,
    },
  }
  return async () => {
    const name = `bench-${randomUUID()}`
    await new S3Client(client).send(new CreateBucketCommand({ Bucket: name }))
    return { name, client }
  }
}

/** Databases of this run at a server. */
export function openDatabases(server) {
  const names = []
  async function run(statement) {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  return {
    async create() {
      const name = `bench_${randomUUID().replaceAll('-', '')}`
      await run(`create database ${name}`)
      names.push(name)
      const url = new URL(server)
      url.pathname = `/${name}`
      return url.href
    },
    async drop() {
      for (const name of names) await run(`drop database ${name} with (force)`)
    },
  }
}
