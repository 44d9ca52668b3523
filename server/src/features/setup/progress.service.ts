import { resolve } from 'node:path'
import { LOGO_NAMES } from '@coffer/contract/logos'
import { STORAGE_FIELDS } from '@coffer/contract/settings'
import { APP_FIELDS, MAIL_FIELDS, type SetupProgress, STORED_STEPS } from '@coffer/contract/setup'
import type { Deps } from '../../deps.ts'
import { readDiskSpace } from '../../lib/disk-space.ts'
import { presentSettings, readSettingsState, type SettingsDeps } from '../settings/index.ts'
import { readDatabaseState } from './database.service.ts'
import { findSteps } from './steps.repository.ts'

type ProgressDeps = SettingsDeps & Pick<Deps, 'databaseUrl'>

/** Bytes available to the server on the disk of a folder; null when the system does not say. */
export const freeBytesIn = (folder: string): Promise<number | null> =>
  readDiskSpace(folder).then(
    ({ freeBytes }) => freeBytes,
    () => null,
  )

function presentValues(state: Awaited<ReturnType<typeof readSettingsState>>) {
  const { values, secrets } = presentSettings(state)
  const names = [...APP_FIELDS, ...MAIL_FIELDS, ...STORAGE_FIELDS]
  const secretNames = ['smtp_password', 's3_secret_access_key'] as const
  const { is_set, ends_in } = secrets.purchase_code
  return {
    values: Object.fromEntries(names.map(name => [name, values[name].value])),
    logos: Object.fromEntries(LOGO_NAMES.map(name => [name, values[name].value])),
    locked: [
      ...names.filter(name => values[name].origin === 'environment'),
      ...secretNames.filter(name => secrets[name].origin === 'environment'),
    ],
    purchase_code: { is_set, ends_in },
    has_smtp_password: secrets.smtp_password.is_set,
    has_s3_secret_access_key: secrets.s3_secret_access_key.is_set,
  }
}

/** SETUP-1: what is done, derived from what is stored, so that the wizard can be left at any step. */
export async function readProgress(deps: ProgressDeps): Promise<SetupProgress> {
  const [settings, rows, database] = await Promise.all([
    readSettingsState(deps),
    findSteps(deps.db),
    readDatabaseState(deps),
  ])
  const outcomes = new Map(rows.map(({ step, outcome }) => [step, outcome]))
  const stateOf = (step: (typeof STORED_STEPS)[number]) => {
    if (step !== 'database') return outcomes.get(step) ?? ('open' as const)
    if (database.origin === 'environment') return 'environment' as const
    const isChosen = database.origin === 'stored' && database.failure === null
    return isChosen && database.is_open ? ('done' as const) : ('open' as const)
  }
  return {
    steps: STORED_STEPS.map(step => ({ step, state: stateOf(step) })),
    database,
    ...presentValues(settings),
    storage: {
      path: resolve(deps.config.dataDir),
      free_bytes: await freeBytesIn(deps.config.dataDir),
    },
  }
}
