import type { SettingValues } from '@coffer/contract'
import type { S3Options } from '../../files/s3/s3-options.ts'
import { sign } from '../../lib/signing.ts'
import type { StorageConfig } from '../../storage-variables.ts'

const DEFAULT_REGION = 'us-east-1'
const AMAZON = 'https://s3.{region}.amazonaws.com'

type StorageValues = Pick<
  SettingValues,
  's3_endpoint' | 's3_region' | 's3_bucket' | 's3_prefix' | 's3_access_key_id' | 's3_path_style'
>

/** The bucket of the given settings; undefined without one. */
export function s3OptionsOf(
  values: StorageValues,
  secretAccessKey: string | undefined,
  encryption?: StorageConfig['encryption'],
): S3Options | undefined {
  if (values.s3_bucket === null) return undefined
  const region = values.s3_region ?? DEFAULT_REGION
  const accessKeyId = values.s3_access_key_id
  return {
    endpoint: values.s3_endpoint ?? AMAZON.replace('{region}', region),
    region,
    bucket: values.s3_bucket,
    prefix: values.s3_prefix ? `${values.s3_prefix.replace(/\/$/, '')}/` : '',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    isPathStyle: values.s3_path_style,
    encryption,
  }
}

/** Identifies the bucket of the given settings; undefined without one. */
export function bucketIdentity(values: StorageValues): string | undefined {
  const options = s3OptionsOf(values, undefined)
  return options && identityOf(options)
}

/** Identifies a bucket and credentials that passed a test, without revealing them. */
export const storageFingerprint = (
  secret: string,
  { endpoint, region, bucket, prefix, credentials, isPathStyle }: S3Options,
): string => {
  const { accessKeyId, secretAccessKey } = credentials ?? {}
  const tested = [endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, isPathStyle]
  return sign(secret, 'tested-keys', JSON.stringify(tested))
}

/** Identifies the contents that a configuration names. */
export const identityOf = ({ endpoint, bucket, prefix }: S3Options): string =>
  `${new URL(endpoint).host}/${bucket}/${prefix}`
