import { LOCALES } from '@coffer/contract'
import { EmojiType, ThemeMode } from '@coffer/contract/account'
import { z } from 'zod'

/** URL of a custom logo; null uses the default one. */
const logo = z.string().nullable().default(null)
/** A gateway's key that browsers may see. */
const publicKey = z.string().nullable().default(null)

/** Settings that administrators can change, with their defaults. Stored by name in one table. */
export const Settings = z.object({
  /** When the installation was finished; null before that. */
  installed_at: z.int().nullable().default(null),
  /** Origin of an administrator's last sign-in; the base of links in emails unless `APP_URL` is set. */
  known_address: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  app_title: z.string().default('Coffer'),
  language: z.enum(LOCALES).default('en'),
  app_logo: logo,
  app_logo_dark: logo,
  app_logo_horizontal: logo,
  app_logo_horizontal_dark: logo,
  app_favicon: logo,
  app_touch_icon: logo,
  /** Applies to visitors without an account and to new accounts. */
  default_theme_mode: ThemeMode.default('system'),
  default_emoji: EmojiType.default('twemoji'),
  google_analytics: z.string().nullable().default(null),
  stripe_public_key: publicKey,
  paystack_public_key: publicKey,
  paypal_client_id: publicKey,
  paypal_live: z.boolean().default(false),
  subscription_type: z.enum(['none', 'fixed', 'metered']).default('none'),
  registration: z.boolean().default(true),
  /** Whether sign-in requires a verified address; null requires it when emails are sent. */
  user_verification: z.boolean().nullable().default(null),
  allowed_facebook_login: z.boolean().default(true),
  allowed_google_login: z.boolean().default(true),
  allowed_github_login: z.boolean().default(true),
  allowed_recaptcha: z.boolean().default(true),
  allow_homepage: z.boolean().default(false),
  /** Bytes of one upload chunk. */
  chunk_size: z
    .int()
    .positive()
    .default(8 * 1024 * 1024),
  /** Bytes; 0 means no limit (UPL-23). */
  upload_limit: z.int().nonnegative().default(0),
  /** Refused types and extensions, separated by commas (UPL-22). */
  mimetypes_blacklist: z.string().default(''),
  storage_limitation: z.boolean().default(false),
  /** Storage of a new account in bytes while storage is limited. */
  default_max_storage_amount: z.int().nonnegative().default(5_000_000_000),
  default_max_team_member: z.int().min(-1).default(10),
  /** Days that items stay in the trash; 0 keeps them forever. */
  trash_days: z.int().nonnegative().default(30),
  /** Versions kept of a file; 0 keeps none. */
  versions_kept: z.int().nonnegative().default(10),
})
export type Settings = z.output<typeof Settings>
