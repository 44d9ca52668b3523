import { isDeepStrictEqual } from 'node:util'
import type { SecretName, SettingName, SettingValues } from '@coffer/contract'
import type { ClientConfig } from '@coffer/contract/config'
import type { HomepageTextsPatch } from '@coffer/contract/homepage'
import type { SecretsPatch, SettingsPatch } from '@coffer/contract/settings'
import { SOCIAL_PROVIDERS, type SocialProvider } from '@coffer/contract/social'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { S3Options } from '../../files/s3/s3-options.ts'
import { checkTaxId } from '../../lib/tax-ids.ts'
import { withoutUndefined } from '../../lib/without-undefined.ts'
import { recordAudit } from '../audit/index.ts'
import { applyPlansJob } from '../quotas/index.ts'
import { findBucketsInUse } from './buckets.repository.ts'
import {
  openidFingerprint,
  readEffectiveSettings,
  recaptchaFingerprint,
  type SettingsDeps,
  socialFingerprint,
} from './effective-settings.service.ts'
import { environmentSecrets, environmentValues } from './environment-values.ts'
import { findLiveSubscriptions } from './live-subscriptions.repository.ts'
import { deleteSecret, findSecretNames } from './secrets.repository.ts'
import { findStoredSecrets, readSecret, storeSecret } from './secrets.service.ts'
import { presentConfig, type SettingsStateRows } from './settings.presenter.ts'
import {
  type Changed,
  deleteSettings,
  findSettingRows,
  lockSettings,
  readSettings,
  writeSettings,
} from './settings.repository.ts'
import {
  changesClient,
  describeChange,
  type FieldErrors,
  findErrors,
  mergeTexts,
  type SettingsBefore,
  type SettingsChange,
} from './settings.rules.ts'
import { defaultsOf, type Settings } from './settings.schema.ts'
import { s3OptionsOf, storageFingerprint } from './storage.rules.ts'

/** Returns the configuration of the web app, which is part of the page and also an API response. */
export const readClientConfig = async (
  { settings, config }: Pick<Deps, 'settings' | 'config'>,
  visitor: { host: string; isAuthenticated: boolean },
): Promise<ClientConfig> => presentConfig(await settings.read(), config, visitor)

/** Stores the origin an administrator used, for links in emails; a set `APP_URL` takes precedence. */
export async function saveServerAddress(
  { db, transact, config }: Pick<Deps, 'db' | 'transact' | 'config'>,
  address: string,
): Promise<void> {
  const isKnown = (await readSettings(db)).known_address === address
  if (isKnown || config.appUrl !== undefined || !URL.canParse(address)) return
  await transact(tx => writeSettings(tx, { known_address: address }))
}

/** Reads everything that the settings pages show, in three statements. */
export async function readSettingsState(deps: SettingsDeps): Promise<SettingsStateRows> {
  return {
    values: await readEffectiveSettings(deps.db, deps),
    rows: await findSettingRows(deps.db),
    secrets: await findStoredSecrets(deps, deps.db),
    environment: {
      values: environmentValues(deps.config),
      secrets: environmentSecrets(deps.config),
    },
  }
}

/** The author of a change: a user, the setup wizard, or the operator by files and the environment. */
export type ChangedBy = Pick<UserActor, 'userId'> | 'setup' | 'operator'

export interface SettingsUpdate {
  values?: SettingsPatch | undefined
  seen_values?: SettingsPatch | undefined
  texts?: HomepageTextsPatch | undefined
  secrets?: SecretsPatch | undefined
  reset?: readonly SettingName[] | undefined
}

/** Whether the keys of the bot check, as they will be, passed a test. */
async function isRecaptchaTested(deps: SettingsDeps, before: Settings, change: SettingsChange) {
  const fromEnvironment = environmentSecrets(deps.config).recaptcha_secret_key
  if (fromEnvironment !== undefined) return true
  const { recaptcha_site_key: siteKey = before.recaptcha_site_key } = change.values
  const { recaptcha_secret_key: secretKey = await readSecret(deps, 'recaptcha_secret_key') } =
    change.secrets
  if (!siteKey || !secretKey) return false
  return before.recaptcha_tested === recaptchaFingerprint(deps.secret, { siteKey, secretKey })
}

/** Whether the OpenID Connect client, as it will be, passed a test. */
async function isOpenidTested(deps: SettingsDeps, before: Settings, change: SettingsChange) {
  const { openid_issuer: issuer, openid_client_id: clientId } = { ...before, ...change.values }
  const { openid_client_secret: clientSecret = await readSecret(deps, 'openid_client_secret') } =
    change.secrets
  if (!issuer || !clientId || !clientSecret) return false
  const client = { issuer, clientId, clientSecret }
  return before.openid_tested === openidFingerprint(deps.secret, client)
}

/** Finds the sign-in providers whose client, as it will be, passed a test. */
async function findTestedProviders(deps: SettingsDeps, before: Settings, change: SettingsChange) {
  const next = { ...before, ...change.values, ...change.resets }
  const tested = new Set<SocialProvider>()
  for (const provider of SOCIAL_PROVIDERS) {
    const name = `${provider}_client_secret` as const
    const { [name]: clientSecret = await readSecret(deps, name) } = change.secrets
    const clientId = next[`${provider}_client_id`]
    if (!clientId || !clientSecret) continue
    const fingerprint = socialFingerprint(deps.secret, provider, { clientId, clientSecret })
    if (before[`${provider}_tested`] === fingerprint) tested.add(provider)
  }
  return tested
}

/** Whether the bucket, as it will be, passed a test. */
async function isStorageTested(deps: SettingsDeps, before: Settings, change: SettingsChange) {
  const next = { ...before, ...change.values, ...change.resets } as Settings
  const { s3_secret_access_key: key = await readSecret(deps, 's3_secret_access_key') } =
    change.secrets
  const options = s3OptionsOf(next, key ?? undefined)
  return options !== undefined && before.storage_tested === storageFingerprint(deps.secret, options)
}

/** Whether the VAT ID, as it will be, can be one of the seller's country; checked when either changes. */
async function isVatIdValid(before: Settings, { values, resets }: SettingsChange) {
  const changed = { ...values, ...resets }
  if (!('billing_vat_number' in changed || 'billing_country' in changed)) return true
  const { billing_country: country, billing_vat_number: vatId } = { ...before, ...changed }
  return !country || !vatId || (await checkTaxId(country, vatId)).state !== 'invalid'
}

async function readBefore(
  tx: Db,
  deps: SettingsDeps,
  by: ChangedBy,
  change: SettingsChange,
): Promise<SettingsBefore> {
  const inTransaction = { ...deps, db: tx as Deps['db'] }
  const values = await readEffectiveSettings(tx, deps)
  const secrets = environmentSecrets(deps.config)
  const secretsSet = new Set([...(await findSecretNames(tx)), ...Object.keys(secrets)])
  return {
    values,
    environment: {
      values: new Set(Object.keys(environmentValues(deps.config))),
      secrets: new Set(Object.keys(secrets)),
    },
    secretsSet: secretsSet as Set<SecretName>,
    bucketsInUse: await findBucketsInUse(tx),
    isRecaptchaTested: await isRecaptchaTested(inTransaction, values, change),
    isOpenidTested: await isOpenidTested(inTransaction, values, change),
    testedProviders: await findTestedProviders(inTransaction, values, change),
    isStorageTested: by === 'operator' || (await isStorageTested(inTransaction, values, change)),
    isVatIdValid: await isVatIdValid(values, change),
  }
}

/** New keys turn off what they are for, until they have passed a test. */
function withUntestedOff(change: SettingsChange, before: SettingsBefore) {
  const { values, secrets } = change
  const isChanging = (...names: (keyof SettingsPatch)[]) =>
    names.some(name => name in values && values[name] !== before.values[name])
  const hasNewKeys = isChanging('recaptcha_site_key') || 'recaptcha_secret_key' in secrets
  const hasNewClient =
    isChanging('openid_issuer', 'openid_client_id') || 'openid_client_secret' in secrets
  const untested = SOCIAL_PROVIDERS.filter(
    provider => changesClient(provider, before, change) && !before.testedProviders.has(provider),
  )
  return {
    ...values,
    ...Object.fromEntries(untested.map(provider => [`allowed_${provider}_login`, false])),
    ...(hasNewKeys && !before.isRecaptchaTested && { allowed_recaptcha: false }),
    ...(hasNewClient && !before.isOpenidTested && { allowed_openid_login: false }),
  }
}

/** Records that keys of the bot check passed a test, so that it can be turned on with them. */
export const recordTestedRecaptcha = (
  { transact, secret }: Pick<Deps, 'transact' | 'secret'>,
  keys: Parameters<typeof recaptchaFingerprint>[1],
): Promise<void> =>
  transact(tx => writeSettings(tx, { recaptcha_tested: recaptchaFingerprint(secret, keys) }))

/** Records that an OpenID Connect client passed a test, so that sign-in with it can be turned on. */
export const recordTestedOpenid = (
  { transact, secret }: Pick<Deps, 'transact' | 'secret'>,
  client: Parameters<typeof openidFingerprint>[1],
): Promise<void> =>
  transact(tx => writeSettings(tx, { openid_tested: openidFingerprint(secret, client) }))

/** Records that a client of a sign-in provider passed a test, so that it can be turned on. */
export const recordTestedSocial = (
  { transact, secret }: Pick<Deps, 'transact' | 'secret'>,
  provider: SocialProvider,
  keys: Parameters<typeof socialFingerprint>[2],
): Promise<void> =>
  transact(tx =>
    writeSettings(tx, { [`${provider}_tested`]: socialFingerprint(secret, provider, keys) }),
  )

/** Records that a bucket passed a test, so that it can be saved. */
export const recordTestedStorage = (
  { transact, secret }: Pick<Deps, 'transact' | 'secret'>,
  options: S3Options,
): Promise<void> =>
  transact(tx => writeSettings(tx, { storage_tested: storageFingerprint(secret, options) }))

async function storeSecrets(tx: Db, deps: SettingsDeps, secrets: SecretsPatch, changed: Changed) {
  for (const [name, value] of Object.entries(secrets) as [SecretName, string | null][])
    if (value === null) await deleteSecret(tx, name)
    else await storeSecret(tx, deps, name, { value, ...changed })
}

/**
 * Queues the change of the storage limits of existing users, which follow the subscription type.
 * @throws AppError `settings.subscriptions_live` if the type changes under live subscriptions
 */
async function followSubscriptionType(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  { subscription_type: current }: Settings,
  { values, reset }: SettingsUpdate,
): Promise<void> {
  const chosen = values?.subscription_type
  const isReset = chosen === undefined && (reset ?? []).includes('subscription_type')
  if (isReset ? current === 'none' : chosen === undefined || chosen === current) return
  await requireNoSubscriptions(tx)
  await jobs.add(tx, applyPlansJob, {}, { key: 'all' })
}

/** @throws AppError `settings.subscriptions_live` */
async function requireNoSubscriptions(tx: Db): Promise<void> {
  const { count, users } = await findLiveSubscriptions(tx)
  if (count === 0) return
  const names = [...users, ...(count > users.length ? ['…'] : [])]
  throw new AppError('settings.subscriptions_live', { values: { count, users: names.join(', ') } })
}

/** The messages of the settings whose values are not those that the caller knows, by field. */
const changedSince = (values: SettingValues, seen: SettingsPatch): FieldErrors =>
  Object.fromEntries(
    Object.entries(seen)
      .filter(([name, value]) => !isDeepStrictEqual(value, values[name as keyof SettingValues]))
      .map(([name]) => [`values.${name}`, ['errors.settings.changed_concurrently.detail']]),
  )

/** @throws AppError `settings.changed_concurrently` if a value is not the one that the caller knows */
function requireUnchanged({ values }: SettingsBefore, { seen_values = {} }: SettingsUpdate): void {
  const errors = changedSince(values, seen_values)
  if (Object.keys(errors).length > 0)
    throw new AppError('settings.changed_concurrently', { errors })
}

/**
 * Changes settings and secrets, all or none.
 * @param by a bucket that the operator's command line or environment names needs no test
 * @throws AppError `request.invalid` or `settings.changed_concurrently` with messages per field,
 *   `settings.subscriptions_live`
 */
export async function changeSettings(
  tx: Db,
  deps: SettingsDeps & Pick<Deps, 'now' | 'jobs'>,
  by: ChangedBy,
  update: SettingsUpdate,
): Promise<void> {
  await lockSettings(tx)
  const texts = update.texts ? mergeTexts(await readSettings(tx), update.texts) : {}
  // A reset of a value of the environment changes nothing.
  const resets = (update.reset ?? []).filter(name => !(name in environmentValues(deps.config)))
  const change: SettingsChange = {
    values: { ...withoutUndefined(update.values ?? {}), ...texts },
    secrets: withoutUndefined(update.secrets ?? {}),
    resets: defaultsOf(resets),
  }
  const before = await readBefore(tx, deps, by, change)
  requireUnchanged(before, update)
  const errors = findErrors(before, change)
  if (Object.keys(errors).length > 0) throw new AppError('request.invalid', { errors })
  await followSubscriptionType(tx, deps, before.values as Settings, update)
  const changed = { at: deps.now().getTime(), by: typeof by === 'string' ? null : by.userId }
  await writeSettings(tx, withUntestedOff(change, before) as Partial<Settings>, changed)
  await storeSecrets(tx, deps, change.secrets, changed)
  await deleteSettings(tx, update.reset ?? [])
  recordAudit(tx, {
    action: 'settings.changed',
    ...describeChange(before, change, await readEffectiveSettings(tx, deps)),
  })
}
