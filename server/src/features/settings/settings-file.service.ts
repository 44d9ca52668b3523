import type { SecretName, SettingName, SettingValues } from '@coffer/contract'
import { SecretsPatch, SettingsPatch } from '@coffer/contract/settings'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../audit/index.ts'
import type { SettingsDeps } from './effective-settings.service.ts'
import { environmentSecrets, environmentValues } from './environment-values.ts'
import { decryptSecrets } from './secrets.service.ts'
import { findSettingRows, readSettings } from './settings.repository.ts'
import { changeSettings } from './settings.service.ts'

type FileDeps = SettingsDeps & Pick<Deps, 'transact' | 'now' | 'jobs'>

const FORMAT = 'coffer-settings'

/** A file that moves the settings of an installation. Anything else in it is refused. */
export const SettingsFile = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(1),
  exported_at: z.iso.datetime(),
  values: SettingsPatch,
  secrets: SecretsPatch.optional(),
})
export type SettingsFile = z.output<typeof SettingsFile>

/** URLs of pictures, whose files a settings file does not contain. */
const isPicture = (name: string): boolean => /^app_(logo|favicon|touch_icon|og_image)/.test(name)

/** Settings that can only be turned on after a test on this server. */
const TESTED_FIRST = [
  'allowed_recaptcha',
  'allowed_google_login',
  'allowed_github_login',
  'allowed_facebook_login',
  'allowed_openid_login',
] as const satisfies SettingName[]

/** Creates the content of a settings file: the values that differ from their defaults. */
export async function exportSettings(
  deps: FileDeps,
  { withSecrets }: { withSecrets: boolean },
): Promise<SettingsFile> {
  const settings = await readSettings(deps.db)
  const stored = new Set((await findSettingRows(deps.db)).map(row => row.name))
  const names = (Object.keys(SettingsPatch.shape) as SettingName[]).filter(
    name => stored.has(name) && !isPicture(name),
  )
  await deps.transact(async tx =>
    recordAudit(tx, { action: 'settings.exported', after: { with_secrets: withSecrets } }),
  )
  return {
    format: FORMAT,
    version: 1,
    exported_at: deps.now().toISOString(),
    values: Object.fromEntries(names.map(name => [name, settings[name]])) as Partial<SettingValues>,
    ...(withSecrets && { secrets: await decryptSecrets(deps, deps.db) }),
  } as SettingsFile
}

export interface ImportResult {
  values: number
  secrets: number
  /** Names that the environment of this server sets. */
  skipped: string[]
  /** Settings that are off until it is tested here. */
  untested: string[]
}

/**
 * Applies a settings file, all of it or nothing. Values that this server's environment sets are
 * skipped.
 * @throws AppError `request.invalid` with messages per field
 */
export async function importSettings(deps: FileDeps, file: SettingsFile): Promise<ImportResult> {
  const fixed = {
    ...environmentValues(deps.config),
    ...environmentSecrets(deps.config),
  }
  const skipped = Object.keys({ ...file.values, ...file.secrets }).filter(name => name in fixed)
  const untested = TESTED_FIRST.filter(name => file.values[name] === true)
  const isLeftOut = (name: string) =>
    skipped.includes(name) || (untested as string[]).includes(name) || isPicture(name)
  const keep = <T extends object>(part: T): T =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !isLeftOut(name))) as T
  const values = keep(file.values)
  const secrets = keep(file.secrets ?? {}) as Partial<Record<SecretName, string | null>>
  await deps.transact(async tx => {
    await changeSettings(tx, deps, 'operator', { values, secrets })
    recordAudit(tx, { action: 'settings.imported' })
  })
  return {
    values: Object.keys(values).length,
    secrets: Object.keys(secrets).length,
    skipped,
    untested,
  }
}
