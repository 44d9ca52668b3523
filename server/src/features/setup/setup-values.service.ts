import type { SecretsPatch } from '@coffer/contract/settings'
import type { AppFields, MailFields, StorageFields, StoredStep } from '@coffer/contract/setup'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import {
  type ChangedBy,
  changeSettings,
  type SettingsDeps,
  type SettingsUpdate,
} from '../settings/index.ts'
import { completeStep } from './steps.repository.ts'

type StepDeps = SettingsDeps & Pick<Deps, 'transact' | 'now' | 'jobs'>

/** The fields of the steps are flat, unlike those of the settings. */
const fieldOf = (name: string): string => name.replace(/^(values|secrets)\./, '')

/** Changes settings. @throws AppError `request.invalid` with the fields of the setup's calls */
export async function applyUpdate(
  tx: Db,
  deps: SettingsDeps & Pick<Deps, 'now' | 'jobs'>,
  by: ChangedBy,
  update: SettingsUpdate,
): Promise<void> {
  try {
    await changeSettings(tx, deps, by, update)
  } catch (error) {
    const errors = error instanceof AppError ? error.details.errors : undefined
    if (!errors) throw error
    const renamed = Object.entries(errors).map(([name, messages]) => [fieldOf(name), messages])
    throw new AppError('request.invalid', { errors: Object.fromEntries(renamed), cause: error })
  }
}

/** Stores the settings of a step together with its result. */
const completeWith = (deps: StepDeps, step: StoredStep, update: SettingsUpdate): Promise<void> =>
  deps.transact(async tx => {
    await applyUpdate(tx, deps, 'setup', update)
    await completeStep(tx, step, 'done', deps.now())
  })

const skip = (deps: StepDeps, step: StoredStep): Promise<void> =>
  deps.transact(tx => completeStep(tx, step, 'skipped', deps.now()))

/** SETUP-3: stores the code encrypted. Without one the step is skipped, and a stored code stays. */
export function savePurchaseCode(
  deps: StepDeps,
  code: string | null | undefined,
  isStored: boolean,
): Promise<void> {
  if (code) return completeWith(deps, 'purchase-code', { secrets: { purchase_code: code } })
  return isStored ? completeWith(deps, 'purchase-code', {}) : skip(deps, 'purchase-code')
}

export interface EnvironmentInput {
  values: MailFields & StorageFields
  secrets: Pick<SecretsPatch, 'smtp_password' | 's3_secret_access_key'>
}

/** SETUP-5: stores the mail server and the bucket. */
export const saveEnvironment = (deps: StepDeps, input: EnvironmentInput | 'skip'): Promise<void> =>
  input === 'skip' ? skip(deps, 'environment') : completeWith(deps, 'environment', input)

/** SETUP-5: stores the settings of the app. */
export const saveApp = (deps: StepDeps, values: AppFields | 'skip'): Promise<void> =>
  values === 'skip' ? skip(deps, 'app-setup') : completeWith(deps, 'app-setup', { values })
