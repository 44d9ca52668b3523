import { z } from 'zod'
import { flag, webUrl } from './variable-types.ts'

const MEBIBYTE = 1024 * 1024

/** Where contents are stored. What is not set here can be set in the admin area. */
export const StorageVariables = z.object({
  STORAGE: z.enum(['disk', 's3']).optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_PREFIX: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: flag.optional(),
  S3_SSE: z.enum(['AES256', 'aws:kms']).optional(),
  SCRATCH_DIR: z.string().optional(),
  S3_BUFFER_MB: z.coerce.number().int().min(0).default(32),
  DELIVERY: z.enum(['proxy', 'redirect', 'accel']).default('proxy'),
  CACHE_MB: z.coerce.number().int().min(0).default(1024),
})

export interface StorageConfig {
  /** Undefined values are settings. */
  kind: 'disk' | 's3' | undefined
  endpoint: string | undefined
  region: string | undefined
  bucket: string | undefined
  prefix: string | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  isPathStyle: boolean | undefined
  encryption: 'AES256' | 'aws:kms' | undefined
  /** Temporary files beside a bucket; a folder of the data folder unless set. */
  scratchDir: string | undefined
  /** Memory of parts that are being sent to a bucket; others are kept in files. */
  bufferBytes: number
  /** Disk space for copies of small pictures in a bucket. */
  cacheBytes: number
}

export const storageConfigOf = (data: z.output<typeof StorageVariables>): StorageConfig => ({
  kind: data.STORAGE,
  endpoint: data.S3_ENDPOINT,
  region: data.S3_REGION,
  bucket: data.S3_BUCKET,
  prefix: data.S3_PREFIX,
  accessKeyId: data.S3_ACCESS_KEY_ID,
  secretAccessKey: data.S3_SECRET_ACCESS_KEY,
  isPathStyle: data.S3_PATH_STYLE,
  encryption: data.S3_SSE,
  scratchDir: data.SCRATCH_DIR,
  bufferBytes: data.S3_BUFFER_MB * MEBIBYTE,
  cacheBytes: data.CACHE_MB * MEBIBYTE,
})
