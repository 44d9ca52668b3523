import { z } from 'zod'
import { LastName, Password, PersonName, Restrictions, Role } from './account.ts'
import { AdminListMeta, adminListQuery, timeRange } from './admin-list.ts'
import { Avatar } from './avatar.ts'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { LocaleTag } from './locale-tags.ts'
import { Money } from './money.ts'
import { PLAIN_TEXT } from './names.ts'
import { BYTES_PER_GB } from './plan-inputs.ts'
import { Id } from './resource.ts'
import { Provider } from './social.ts'
import { TimeZone } from './time-zone.ts'

/** `unverified`: the address is not confirmed; `invited`: no password was chosen yet. */
export const USER_STATES = ['active', 'unverified', 'invited', 'suspended'] as const
export const UserState = z.enum(USER_STATES)
export type UserState = z.infer<typeof UserState>

/** Storage used of the limit; `full` also above it, `nearly_full` from 90 %. */
export const STORAGE_LEVELS = ['empty', 'in_use', 'nearly_full', 'full'] as const
const StorageLevel = z.enum(STORAGE_LEVELS)

export const USER_SORTS = [
  'name',
  'email',
  'role',
  'state',
  'storage',
  'two_factor',
  'last_seen',
  'created_at',
] as const
export type UserSort = (typeof USER_SORTS)[number]

/** Filters by users without a running plan. */
export const NO_PLAN = 'none'

const filters = {
  role: Role.optional(),
  state: UserState.optional(),
  two_factor: z.enum(['on', 'off']).optional(),
  storage: StorageLevel.optional(),
  /** The id of the running plan, or `none`. */
  plan: z.union([z.literal(NO_PLAN), Id]).optional(),
  /** `never` or `ever`. */
  seen: z.enum(['never', 'ever']).optional(),
  ...timeRange('seen'),
  ...timeRange('created'),
}

export const AdminUserQuery = adminListQuery(USER_SORTS, {
  sort: 'created_at',
  direction: 'desc',
}).extend(filters)
export type AdminUserQuery = z.output<typeof AdminUserQuery>

export const AdminUserFilter = AdminUserQuery.omit({
  page: true,
  per_page: true,
  sort: true,
  direction: true,
})
export type AdminUserFilter = z.output<typeof AdminUserFilter>

const storage = z.object({
  used_bytes: z.int(),
  /** Null means no limit. */
  capacity_bytes: z.int().nullable(),
  /** Whether an administrator gave the limit; otherwise it is that of the plan or the default. */
  has_own_capacity: z.boolean(),
  /** Of the limit; 0 without one. */
  percentage: z.number(),
  level: StorageLevel,
})

/** An invitation that was not accepted yet. */
const invitation = z.object({
  /** Given when the invitation is accepted. */
  role: Role,
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  is_expired: z.boolean(),
})

const suspension = z.object({ reason: z.string(), since: z.iso.datetime() })

const attributes = z.object({
  name: z.string(),
  email: z.string(),
  color: z.string(),
  avatar: Avatar,
  /** For an invited user the role of the invitation. */
  role: Role,
  state: UserState,
  has_two_factor: z.boolean(),
  storage,
  /** Rounded to a quarter of an hour; null if never seen. */
  last_seen_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  invitation: invitation.nullable(),
  suspension: suspension.nullable(),
})

export const AdminUser = z.object({ id: Id, type: z.literal('user'), attributes })
export type AdminUser = z.infer<typeof AdminUser>

/** A row of the users list. */
export const ListedUser = AdminUser.extend({
  meta: z.object({
    /** The running plan; null without one, and where nothing is sold. */
    plan: z.object({ id: Id, name: z.string() }).nullable(),
    /** The price of the plan, or the cost of the current period so far if it is metered. */
    cost: Money.nullable(),
  }),
})
export type ListedUser = z.infer<typeof ListedUser>

/** Restrictions that an administrator sets by hand; true means allowed. */
export const AdminRestrictions = z.object({
  canUpload: z.boolean(),
  canDownload: z.boolean(),
  canCreateFolder: z.boolean(),
  canCreateTeamFolder: z.boolean(),
  /** Shown to the user; null for the default text. */
  reason: z.string().nullable(),
})
export type AdminRestrictions = z.infer<typeof AdminRestrictions>

export const AdminUserDetail = z.object({
  id: Id,
  type: z.literal('user'),
  attributes: attributes.extend({
    first_name: z.string(),
    last_name: z.string(),
    language: LocaleTag.nullable(),
    timezone: z.string().nullable(),
    is_email_verified: z.boolean(),
    /** A new address that the user has not confirmed yet. */
    pending_email: z.string().nullable(),
    has_password: z.boolean(),
    providers: z.array(Provider),
    two_factor_confirmed_at: z.iso.datetime().nullable(),
  }),
  meta: z.object({
    /** Whether this is the caller, who cannot suspend, demote or delete themselves. */
    is_self: z.boolean(),
    is_last_administrator: z.boolean(),
    /** Whether any invoice of the user is open, also where nothing is sold any more. */
    has_open_invoices: z.boolean(),
    /** Whether the user has money on their balance in any currency. */
    has_balance: z.boolean(),
    /** All restrictions in force, also those of plan and storage. */
    restrictions: Restrictions,
    /** Those set by hand. */
    admin_restrictions: AdminRestrictions,
    counts: z.object({
      files: z.int(),
      folders: z.int(),
      shares: z.int(),
      upload_requests: z.int(),
      team_folders: z.int(),
      team_members: z.int(),
      sessions: z.int(),
      tokens: z.int(),
      passkeys: z.int(),
    }),
  }),
})
export type AdminUserDetail = z.infer<typeof AdminUserDetail>

const params = z.object({ id: Id })
export const AdminUserReply = z.object({ data: AdminUserDetail })

/** The link of an email for a user, which the caller passes on. */
export const PasswordLink = z.object({ url: z.string(), expires_at: z.iso.datetime() })
export type PasswordLink = z.infer<typeof PasswordLink>

/** The link is null if a mail server sends it. */
export const PasswordLinkMeta = z.object({ link: PasswordLink.nullable() })

/** Text on several lines, without other control characters. */
const longText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'validation.long')
    .refine(text => PLAIN_TEXT.test(text.replace(/[\r\n\t]/g, ' ')), 'validation.invalid')

export const SuspensionReason = longText(500).min(1, 'validation.required')
export const InvitationMessage = longText(1000)

/** A limit of the user's own, null for none, or that of their plan or of accounts without one. */
export const CapacityBytes = z.union([z.int().min(0), z.literal('default')]).nullable()
export type CapacityBytes = z.infer<typeof CapacityBytes>

/** Earlier clients send `{ attributes: { … } }`. */
const flattened = <S extends z.ZodType>(schema: S) =>
  z.preprocess(input => {
    const nested = z.object({ attributes: z.record(z.string(), z.unknown()) }).safeParse(input)
    return nested.success ? { ...nested.data.attributes } : input
  }, schema)

/** Bytes as `capacity_bytes`, or whole gigabytes as `max_storage_amount` (1 to 9 digits). */
const withGigabytes = (input: unknown): unknown => {
  const gigabytes = z
    .looseObject({ max_storage_amount: z.coerce.number().int().min(0).max(999_999_999) })
    .safeParse(input)
  if (!gigabytes.success || 'capacity_bytes' in gigabytes.data) return input
  const bytes = gigabytes.data.max_storage_amount * BYTES_PER_GB
  return { ...gigabytes.data, capacity_bytes: Math.min(bytes, Number.MAX_SAFE_INTEGER) }
}

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Lists users with paging, order, filters and search by name and email.',
  query: AdminUserQuery.extend({
    /** Counts all matches, however many there are, instead of up to 10,000. */
    exact: z.stringbool().default(false),
  }),
  response: z.object({
    data: z.array(ListedUser),
    meta: AdminListMeta.extend({
      /** Number of all users, without filters. */
      all: z.int(),
      /** Storage used by the matching users together; null when very many match. */
      used_bytes: z.int().nullable(),
    }),
  }),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  isSensitive: true,
  summary: 'Creates a user with a password, or sends an invitation to choose one.',
  body: z.preprocess(
    withGigabytes,
    z
      .object({
        name: PersonName,
        email: Email,
        role: Role.default('user'),
        capacity_bytes: CapacityBytes.default('default'),
        language: LocaleTag.nullable().optional(),
        password: Password.optional(),
        /** Sends an invitation to choose a password instead. */
        invite: z.boolean().default(false),
        message: InvitationMessage.optional(),
      })
      .refine(body => body.invite || body.password !== undefined, {
        error: 'validation.required',
        path: ['password'],
      }),
  ),
  response: AdminUserReply.extend({ meta: PasswordLinkMeta }),
  status: 201,
})

export const getUserDetail = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: 'Returns a user with settings, restrictions and counts.',
  params,
  response: AdminUserReply,
})

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id',
  access: 'admin',
  isSensitive: true,
  summary: 'Changes name, email, language or time zone of a user.',
  params,
  body: flattened(
    z
      .object({
        first_name: PersonName,
        last_name: LastName,
        email: Email,
        /** `confirm` waits until the new address is confirmed; `force` takes it at once. */
        email_change: z.enum(['confirm', 'force']),
        language: LocaleTag.nullable(),
        timezone: TimeZone.nullable(),
      })
      .partial()
      .refine(body => Object.keys(body).length > 0, 'validation.required'),
  ),
  /** The link is that of an invitation to a corrected email. */
  response: AdminUserReply.extend({ meta: PasswordLinkMeta }),
})

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/pending-email',
  access: 'admin',
  summary: 'Cancels a change of email that is not confirmed yet.',
  params,
  response: AdminUserReply,
})

export const setRole = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id/role',
  access: 'admin',
  isSensitive: true,
  summary: 'Changes the role of a user; the last administrator keeps theirs.',
  params,
  body: flattened(z.object({ role: Role })),
  response: AdminUserReply,
})

export const setCapacity = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id/capacity',
  access: 'admin',
  summary: 'Gives a user a storage limit of their own or none (null), or returns to the default.',
  params,
  body: flattened(z.preprocess(withGigabytes, z.object({ capacity_bytes: CapacityBytes }))),
  response: AdminUserReply,
})

const RestrictionsChange = AdminRestrictions.extend({ reason: longText(500).nullable() }).partial()
export type RestrictionsChange = z.infer<typeof RestrictionsChange>

export const setRestrictions = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/restrictions',
  access: 'admin',
  summary:
    'Sets what a user may do, beside the restrictions of plan and storage. What is left out stays.',
  params,
  body: RestrictionsChange,
  response: AdminUserReply,
})

export const suspendUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/suspend',
  access: 'admin',
  isSensitive: true,
  summary: 'Suspends a user: sessions, tokens, links and upload requests stop working at once.',
  params,
  body: z.object({ reason: SuspensionReason }),
  response: AdminUserReply,
})

export const reactivateUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/reactivate',
  access: 'admin',
  isSensitive: true,
  summary: 'Ends the suspension of a user.',
  params,
  response: AdminUserReply,
})
