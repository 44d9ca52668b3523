import { coffer } from '../adapters/coffer.mjs'

/** Coffer on PostgreSQL and a bucket, with several processes on one machine. */
export function cofferInBucket({ name, title, processes, bucket, databaseUrl }) {
  const { endpoint, region, credentials } = bucket.client
  const env = {
    DATABASE_URL: databaseUrl,
    PROCESSES: processes,
    GRACE_SECONDS: '1',
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket.name,
    S3_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
  return {
    ...coffer,
    name,
    client: 'coffer',
    title,
    databaseUrl,
    start: place => coffer.start({ ...place, env }),
  }
}
