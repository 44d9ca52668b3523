import type { StorageFields } from '@coffer/contract/setup'
import type { StorageTest } from '@coffer/contract/storage-providers'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { CheckRow } from '../../files/s3/s3-check.ts'
import type { S3Options } from '../../files/s3/s3-options.ts'
import { withoutUndefined } from '../../lib/without-undefined.ts'
import {
  identityOf,
  readEffectiveSettings,
  readSecret,
  readStorage,
  recordTestedStorage,
  type SettingsDeps,
  s3OptionsOf,
} from '../settings/index.ts'
import * as stores from './stores.repository.ts'

interface BucketCheck {
  options: S3Options
  rows: CheckRow[]
}

/** Tries everything that Coffer needs of a bucket. */
async function checkOptions(options: S3Options): Promise<BucketCheck> {
  const [{ checkBucket }, { connectS3 }] = await Promise.all([
    import('../../files/s3/s3-check.ts'),
    import('../../files/s3/s3-connection.ts'),
  ])
  const connection = await connectS3(options, { attempts: 2 })
  try {
    return { options, rows: await checkBucket(connection) }
  } finally {
    await connection.close()
  }
}

export interface StorageInput {
  values: StorageFields
  secret: string | null | undefined
}

const fieldError = (field: string): AppError =>
  new AppError('request.invalid', { errors: { [field]: ['validation.required'] } })

/** Checks a bucket that is not saved, so that it can be saved. Absent values are the stored ones. */
export async function testStorage(
  deps: SettingsDeps & Pick<Deps, 'transact'>,
  { values, secret }: StorageInput,
): Promise<StorageTest> {
  const next = { ...(await readEffectiveSettings(deps.db, deps)), ...withoutUndefined(values) }
  const key = secret === undefined ? await readSecret(deps, 's3_secret_access_key') : secret
  const options = s3OptionsOf(next, key ?? undefined, deps.config.storage.encryption)
  if (!options) throw fieldError('values.s3_bucket')
  const { rows } = await checkOptions(options)
  const isPassed = isUsable(rows)
  if (isPassed) await recordTestedStorage(deps, options)
  return {
    is_passed: isPassed,
    checks: rows.map(({ isNeeded, ...row }) => ({ ...row, is_needed: isNeeded })),
  }
}

export const isUsable = (rows: readonly CheckRow[]): boolean =>
  rows.every(({ passed, isNeeded }) => passed || !isNeeded)

/** Checks the bucket in use and keeps what it can do; undefined without one. */
export async function checkStorage(deps: SettingsDeps): Promise<BucketCheck | undefined> {
  const { s3 } = await readStorage(deps)
  if (!s3) return undefined
  const check = await checkOptions(s3)
  const id = await stores.registerBucket(deps.db, identityOf(s3))
  const capabilities = Object.fromEntries(check.rows.map(row => [row.check, row.passed]))
  await stores.saveCapabilities(deps.db, id, capabilities)
  return check
}
