/** A bucket and how to reach it. */
export interface S3Options {
  endpoint: string
  region: string
  bucket: string
  /** Begins all keys; ends with a slash unless it is empty. */
  prefix: string
  /** Undefined lets the SDK find credentials, such as those of an instance's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Puts the bucket into the path of the address instead of its host. */
  isPathStyle: boolean
  /** Encryption by the store. */
  encryption: 'AES256' | 'aws:kms' | undefined
}
