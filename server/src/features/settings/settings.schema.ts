import { type SettingName, SettingValues } from '@coffer/contract'
import { z } from 'zod'

/**
 * All stored settings. Those that administrators change are in `contract/src/setting-values.ts`: add
 * new ones there. These here are written by the server alone.
 */
export const Settings = SettingValues.extend({
  /** When the installation was finished; null before that. */
  installed_at: z.int().nullable().default(null),
  /** Origin of an administrator's last sign-in; the base of links in emails unless `APP_URL` is set. */
  known_address: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /** Fingerprint of the bot check keys that passed a test. */
  recaptcha_tested: z.string().nullable().default(null),
  /** Fingerprint of the OpenID Connect client that passed a test. */
  openid_tested: z.string().nullable().default(null),
  /** Fingerprints of the clients of sign-in providers that passed a test. */
  google_tested: z.string().nullable().default(null),
  github_tested: z.string().nullable().default(null),
  facebook_tested: z.string().nullable().default(null),
  /** Fingerprint of the bucket and its credentials that passed a test. */
  storage_tested: z.string().nullable().default(null),
  /** Fingerprint of the server's secret, which every process of the installation needs. */
  secret_fingerprint: z.string().nullable().default(null),
  /** Marks what this installation created at a gateway, whose account may be shared with others. */
  gateway_mark: z.string().nullable().default(null),
})
export type Settings = z.output<typeof Settings>

/** The values of settings that are not stored. */
export const defaultsOf = (names: readonly SettingName[]): Partial<SettingValues> =>
  Object.fromEntries(names.map(name => [name, Settings.shape[name].parse(undefined)]))
