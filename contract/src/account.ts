import { z } from 'zod'
import { Avatar } from './avatar.ts'
import { MAX_PASSWORD_LENGTH, PASSWORD_MIN } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { Item } from './items.ts'
import { LocaleTag } from './locale-tags.ts'
import { PLAIN_TEXT } from './names.ts'
import { Notification } from './notification.ts'
import { Id, toOne } from './resource.ts'
import { Provider } from './social.ts'
import { TimeZone } from './time-zone.ts'

export const Password = z
  .string()
  .min(PASSWORD_MIN, 'validation.password.short')
  .max(MAX_PASSWORD_LENGTH, 'validation.password.long')
export const MAX_PERSON_NAME_LENGTH = 255
/** May be empty. */
export const LastName = z
  .string()
  .trim()
  .max(MAX_PERSON_NAME_LENGTH)
  .regex(PLAIN_TEXT, 'validation.invalid')
export const PersonName = LastName.min(1, 'validation.required')

export const Role = z.enum(['admin', 'user'])
export type Role = z.infer<typeof Role>
export const ThemeMode = z.enum(['dark', 'light', 'system'])
export type ThemeMode = z.infer<typeof ThemeMode>
export const EmojiType = z.enum(['twemoji', 'applemoji'])

const settings = z.object({
  id: Id,
  type: z.literal('settings'),
  attributes: z.object({
    first_name: z.string(),
    last_name: z.string(),
    theme_mode: ThemeMode,
    emoji_type: EmojiType,
    /** Tag of an installed language; null uses the language of the browser. */
    language: z.string().nullable(),
    timezone: z.string().nullable(),
  }),
})

/** Reasons why an account is restricted. */
const RESTRICTION_REASONS = [
  'administrator',
  'unpaid',
  'spending_cap',
  'storage_full',
  'plan_full',
] as const
export type RestrictionReason = (typeof RESTRICTION_REASONS)[number]

const Refusal = z.object({
  code: z.enum(RESTRICTION_REASONS),
  /** Translated text for the user. */
  text: z.string(),
})

/** ACC-27: what is allowed with the data of an account, for any caller. */
export const Restrictions = z.object({
  canUpload: z.boolean(),
  canDownload: z.boolean(),
  canCreateFolder: z.boolean(),
  canCreateTeamFolder: z.boolean(),
  /** The most important of the reasons: translated text for the user. */
  reason: z.string().nullable(),
  reason_code: z.enum(RESTRICTION_REASONS).nullable(),
  /** Why each action is refused; one that is allowed is absent. */
  reasons: z
    .object({
      canUpload: Refusal,
      canDownload: Refusal,
      canCreateFolder: Refusal,
      canCreateTeamFolder: Refusal,
    })
    .partial(),
  /** Every reason in force once, those that the user can resolve by paying first. */
  all_reasons: z.array(Refusal),
})
export type Restrictions = z.infer<typeof Restrictions>

/** Used and allowed bytes; `capacity_bytes` null means no limit. */
const storage = z.object({
  used_bytes: z.int(),
  capacity_bytes: z.int().nullable(),
  percentage: z.number(),
})

/** ACC-21: the signed-in user. */
export const User = z.object({
  id: Id,
  type: z.literal('user'),
  attributes: z.object({
    role: Role,
    name: z.string(),
    email: z.string(),
    color: z.string(),
    avatar: Avatar,
    /** False while the account has no password; calls that require one are rejected. The password reset email sets one. */
    has_password: z.boolean(),
    /** Linked sign-in providers. */
    providers: z.array(Provider),
    two_factor_confirmed_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    storage,
  }),
  relationships: z.object({
    settings: toOne(settings),
    favourites: z.object({ data: z.array(Item) }),
    /** The latest notifications; `GET /api/notifications` returns all. */
    readNotifications: z.object({ data: z.array(Notification) }),
    unreadNotifications: z.object({
      data: z.array(Notification),
      meta: z.object({ total: z.int() }),
    }),
  }),
  meta: z.object({
    restrictions: Restrictions,
    limitations: z.object({
      max_team_members: z.object({
        total: z.int(),
        meta: z.object({ allowed_emails: z.array(z.string()) }),
      }),
    }),
    usages: z.object({
      /** The cost of the current period so far, as text for people; null without a metered subscription. */
      costEstimate: z.string().nullable(),
      /** Whether any customer folder exists on this server, so that the customer filter is useful. */
      customer_folders: z.boolean(),
      /** Whether any invoice of the user is open, also where nothing is sold any more. */
      has_open_invoices: z.boolean(),
      /** Whether the user has money on their balance in any currency. */
      has_balance: z.boolean(),
      /** For administrators: whether any invoice or payment exists, also where nothing is sold any more. */
      has_billing: z.boolean(),
    }),
  }),
})
export type User = z.infer<typeof User>

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'user',
  summary: 'Returns the signed-in user.',
  response: z.object({ data: User }),
})

/** One setting per call, as a pair (`theme_mode: dark`) or as `name` and `value` (ACC-22). */
export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/user/settings',
  aliases: ['/user/settings'],
  access: 'user',
  summary: 'Changes a setting of the signed-in user.',
  body: z.preprocess(
    input => {
      const pair = z.object({ name: z.string(), value: z.unknown() }).safeParse(input)
      return pair.success ? { [pair.data.name]: pair.data.value } : input
    },
    z
      .object({
        theme_mode: ThemeMode,
        emoji_type: EmojiType,
        language: LocaleTag,
        timezone: TimeZone.nullable(),
        first_name: PersonName,
        last_name: LastName,
      })
      .partial()
      .refine(body => Object.keys(body).length > 0, 'validation.required'),
  ),
  response: z.object({ data: User }),
})

/** ACC-22: a POST of the pair is equivalent. */
export const postSettings = endpoint({ ...updateSettings, method: 'POST' })
