import { z } from 'zod'
import { Role } from './account.ts'
import { AccountDeletionSummary, EndSubscription } from './account-deletion.ts'
import {
  AdminUser,
  AdminUserFilter,
  AdminUserQuery,
  CapacityBytes,
  InvitationMessage,
  PasswordLink,
  PasswordLinkMeta,
  SuspensionReason,
} from './admin-users.ts'
import { endpoint } from './endpoint.ts'
import { LocaleTag } from './locale-tags.ts'
import { Id } from './resource.ts'

/** Work on users that runs in the background; poll it until it is finished. */
export const UserTask = z.object({
  id: Id,
  type: z.literal('user-task'),
  attributes: z.object({
    kind: z.enum(['deletion', 'import', 'bulk']),
    state: z.enum(['waiting', 'running', 'finished', 'failed']),
    /** Users of an import or a bulk action, items of a deletion. */
    done: z.int(),
    total: z.int(),
    /** Skipped users or items, with an error code. At most 100. */
    skipped: z.array(z.object({ name: z.string(), code: z.string() })),
    skipped_total: z.int(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  }),
})
export type UserTask = z.infer<typeof UserTask>

const params = z.object({ id: Id })
const task = z.object({ data: UserTask })

export const getUserTask = endpoint({
  method: 'GET',
  path: '/api/admin/users/tasks/:id',
  access: 'admin',
  summary: 'Returns the progress of a deletion, an import or a bulk action.',
  params,
  response: task,
})

/** Maximum number of addresses in one call. */
export const MAX_INVITATIONS = 500

export const inviteUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/invitations',
  access: 'admin',
  isSensitive: true,
  summary: 'Invites people by email to choose a password; invited users are listed at once.',
  body: z.object({
    /** Checked one by one: wrong and known addresses are reported in `meta.skipped`. */
    emails: z.array(z.string().max(320)).min(1, 'validation.required').max(MAX_INVITATIONS),
    role: Role.default('user'),
    message: InvitationMessage.optional(),
    /** Language of the email; that of the caller by default. */
    language: LocaleTag.optional(),
  }),
  response: z.object({
    data: z.array(AdminUser),
    meta: z.object({
      skipped: z.array(
        z.object({ email: z.string(), reason: z.enum(['invalid', 'duplicate', 'taken']) }),
      ),
      /** Without a mail server; empty with one. */
      links: z.array(PasswordLink.extend({ email: z.string() })),
    }),
  }),
  status: 201,
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/invitation',
  access: 'admin',
  isSensitive: true,
  summary: 'Sends an invitation again with a new link; the earlier link stops working.',
  params,
  response: z.object({ data: AdminUser, meta: PasswordLinkMeta }),
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/invitation',
  access: 'admin',
  summary: 'Withdraws an invitation: its link stops working and the invited user is removed.',
  params,
  status: 204,
})

/** Maximum number of rows of an import, and of reported problems. */
export const MAX_IMPORT_ROWS = 100_000
export const MAX_IMPORT_PROBLEMS = 1000

export const IMPORT_PROBLEMS = [
  'columns',
  'name',
  'email',
  'role',
  'language',
  'timezone',
  'capacity',
  'duplicate',
  'taken',
  'formula',
] as const

export const ImportReport = z.object({
  rows: z.int(),
  valid: z.int(),
  /** Bad rows by the line on which they start, from 1. */
  problems: z.array(
    z.object({
      line: z.int(),
      problem: z.enum(IMPORT_PROBLEMS),
      /** The bad value, shortened. */
      value: z.string(),
    }),
  ),
  problems_total: z.int(),
})
export type ImportReport = z.infer<typeof ImportReport>

export const importUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/import',
  access: 'admin',
  isSensitive: true,
  summary:
    'Imports users from CSV with the columns email, name, role, language, timezone, and storage_gb or storage_limit_bytes (`unlimited` for no limit; ignored where `has_own_limit` is `no`). Rows become invited users. `dry_run` only reports; a file with bad rows changes nothing.',
  query: z.object({
    dry_run: z.stringbool().default(true),
    /** False creates invited users without sending them an email. */
    send_invitations: z.stringbool().default(true),
  }),
  accepts: 'multipart',
  body: z.object({ file: z.custom<Blob>().meta({ type: 'string', format: 'binary' }) }),
  response: z.object({
    data: ImportReport,
    /** Null unless it was imported. */
    task: UserTask.nullable(),
  }),
})

/** CSV (RFC 4180) in UTF-8 with a byte order mark. A page asks with HEAD first, then navigates. */
export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export',
  access: 'admin',
  isSensitive: true,
  summary: 'Returns the filtered users as CSV in the given order.',
  query: AdminUserQuery.omit({ page: true, per_page: true }).extend({
    /** Only these users, separated by commas; at most 200. */
    ids: z
      .string()
      .transform(ids => ids.split(','))
      .pipe(z.array(Id).min(1).max(200))
      .optional(),
  }),
})

/** The selected users: by id, or all that match a filter except some. */
const Selection = z.union([
  z.object({ ids: z.array(Id).min(1).max(1000) }),
  z.object({
    // A misspelled filter would match all users.
    filter: AdminUserFilter.strict(),
    except: z.array(Id).max(1000).default([]),
    /** Number of users that were shown as selected; the call is refused if others match now. */
    count: z.int().min(0).optional(),
  }),
])

/** Users for whom the action is impossible, such as the caller, are skipped and reported. */
export const changeUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/bulk',
  access: 'admin',
  isSensitive: true,
  summary: 'Suspends, reactivates or deletes users, or changes their role or storage limit.',
  body: z.object({
    selection: Selection,
    change: z.discriminatedUnion('action', [
      z.object({ action: z.literal('suspend'), reason: SuspensionReason }),
      z.object({ action: z.literal('reactivate') }),
      z.object({ action: z.literal('role'), role: Role }),
      z.object({ action: z.literal('capacity'), capacity_bytes: CapacityBytes }),
      z.object({
        action: z.literal('delete'),
        /** Number of selected users, typed to prevent deletion by mistake. */
        count: z.int().min(1),
        end_subscription: EndSubscription,
      }),
    ]),
  }),
  response: task,
})

export const AdminDeletionSummary = AccountDeletionSummary.extend({
  is_self: z.boolean(),
  /** The chosen recipient of files and team folders. */
  recipient: z
    .object({
      id: Id,
      name: z.string(),
      /** Null means no limit. */
      free_bytes: z.int().nullable(),
      fits: z.boolean(),
    })
    .nullable(),
})
export type AdminDeletionSummary = z.infer<typeof AdminDeletionSummary>

export const getUserDeletion = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/deletion',
  access: 'admin',
  summary: 'Counts what would be deleted with a user, or transferred to another one.',
  params,
  query: z.object({ hand_over_to: Id.optional() }),
  response: z.object({ data: AdminDeletionSummary }),
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  aliases: ['/api/admin/users/:id/delete'],
  access: 'admin',
  isSensitive: true,
  summary: 'Deletes a user, optionally handing files and team folders over to another user first.',
  params,
  body: z.object({
    /** Full name of the user, typed again to prevent deletion by mistake. */
    name: z.string().trim().max(511),
    hand_over_to: Id.optional(),
    end_subscription: EndSubscription,
  }),
  response: task,
})
