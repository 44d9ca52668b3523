import { z } from 'zod'

/** The checks of a bucket, in order. Each has the text `admin_settings.storage_check_<name>`. */
export const STORAGE_CHECKS = [
  'reach',
  'write',
  'read',
  'range',
  'list',
  'missing',
  'checksum',
  'conditional',
  'parts',
  'replaced_part',
  'complete_twice',
  'abort',
  'small_part',
  'remove',
  'remove_many',
  'versions',
  'clock',
] as const
export type StorageCheck = (typeof STORAGE_CHECKS)[number]

export const StorageTest = z.object({
  /** Whether the bucket can be used. */
  is_passed: z.boolean(),
  checks: z.array(
    z.object({
      check: z.enum(STORAGE_CHECKS),
      passed: z.boolean(),
      /** False for abilities that Coffer can do without. */
      is_needed: z.boolean(),
      /** The error of the store; null when it answered otherwise than the check expects. */
      answer: z.string().nullable(),
    }),
  ),
})
export type StorageTest = z.infer<typeof StorageTest>

/** The regions of Amazon S3, in the order of the specification. */
export const S3_REGIONS = [
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
  'af-south-1',
  'ap-east-1',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-southeast-3',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ca-central-1',
  'eu-central-1',
  'eu-west-1',
  'eu-west-2',
  'eu-south-1',
  'eu-west-3',
  'eu-north-1',
  'me-south-1',
  'sa-east-1',
] as const

/** Where files are stored: on disk, or at a provider of S3 storage. */
export const STORAGE_DRIVERS = [
  'disk',
  's3',
  'storj',
  'spaces',
  'wasabi',
  'backblaze',
  'oss',
  'other',
] as const
export type StorageDriver = (typeof STORAGE_DRIVERS)[number]

interface StorageProvider {
  /** A brand, which is not translated. */
  name: string
  /** The address with `{region}`; null where it is entered. */
  endpoint: string | null
  /** Regions to choose from; others can be entered where there are none. */
  regions: readonly string[]
}

/** Values that the form fills in. The check of a bucket finds out its abilities. */
export const STORAGE_PROVIDERS: Record<Exclude<StorageDriver, 'disk'>, StorageProvider> = {
  s3: { name: 'Amazon S3', endpoint: 'https://s3.{region}.amazonaws.com', regions: S3_REGIONS },
  storj: {
    name: 'Storj',
    endpoint: 'https://gateway.storjshare.io',
    regions: ['eu1', 'us1', 'ap1'],
  },
  spaces: {
    name: 'DigitalOcean Spaces',
    endpoint: 'https://{region}.digitaloceanspaces.com',
    regions: ['nyc3', 'sfo2', 'sfo3', 'ams3', 'sgp1', 'fra1', 'blr1', 'lon1', 'syd1', 'tor1'],
  },
  wasabi: {
    name: 'Wasabi',
    endpoint: 'https://s3.{region}.wasabisys.com',
    regions: [
      'us-east-1',
      'us-east-2',
      'us-central-1',
      'us-west-1',
      'ca-central-1',
      'eu-central-1',
      'eu-central-2',
      'eu-west-1',
      'eu-west-2',
      'ap-northeast-1',
      'ap-northeast-2',
      'ap-southeast-1',
      'ap-southeast-2',
    ],
  },
  backblaze: {
    name: 'Backblaze B2',
    endpoint: 'https://s3.{region}.backblazeb2.com',
    regions: [
      'us-west-001',
      'us-west-002',
      'us-west-004',
      'us-east-005',
      'ca-east-006',
      'eu-central-003',
    ],
  },
  oss: {
    name: 'Alibaba Cloud OSS',
    endpoint: 'https://{region}.aliyuncs.com',
    regions: [
      'oss-cn-hangzhou',
      'oss-cn-shanghai',
      'oss-cn-qingdao',
      'oss-cn-beijing',
      'oss-cn-zhangjiakou',
      'oss-cn-shenzhen',
      'oss-cn-hongkong',
      'oss-ap-southeast-1',
      'oss-ap-northeast-1',
      'oss-eu-central-1',
      'oss-us-west-1',
      'oss-us-east-1',
    ],
  },
  other: { name: '', endpoint: null, regions: [] },
}

/** The address of a provider in a region; null where it is entered. */
export const endpointOf = (driver: Exclude<StorageDriver, 'disk'>, region: string): string | null =>
  STORAGE_PROVIDERS[driver].endpoint?.replace('{region}', region) ?? null
