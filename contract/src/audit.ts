import { z } from 'zod'
import { AdminListMeta, adminListQuery, timeRange } from './admin-list.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/**
 * Everything the audit log records, as `category.event`. Each action has a sentence `audit.<action>`
 * with the placeholders `{{actor}}` and `{{target}}`.
 */
export const AUDIT_ACTIONS = [
  'sign_in.password',
  'sign_in.social',
  'sign_in.passkey',
  'sign_in.sign_up',
  'sign_in.second_factor',
  'sign_in.refused',
  'sign_in.second_step_refused',
  'session.signed_out',
  'session.ended',
  'session.others_ended',
  'session.all_ended',
  'session.everyone_ended',
  'session.reauthenticated',
  'session.reauthentication_refused',
  'account.created',
  'account.email_verified',
  'account.deleted',
  'password.changed',
  'password.link_requested',
  'password.reset',
  'two_factor.turned_on',
  'two_factor.turned_off',
  'two_factor.codes_renewed',
  'two_factor.code_used',
  'passkey.added',
  'passkey.renamed',
  'passkey.removed',
  'linked_account.added',
  'linked_account.removed',
  'token.created',
  'token.revoked',
  'token.all_revoked',
  'share.created',
  'share.changed',
  'share.revoked',
  'upload_request.created',
  'upload_request.changed',
  'upload_request.ended',
  'team.created',
  'team.dissolved',
  'team.member_invited',
  'team.member_joined',
  'team.member_changed',
  'team.member_removed',
  'team.member_left',
  'team.invitation_declined',
  'team.invitation_withdrawn',
  'data_export.requested',
  'data_export.downloaded',
  'data_export.deleted',
  'document_type.created',
  'document_type.changed',
  'document_type.deleted',
  'document.values_set',
  'subcategory.created',
  'subcategory.changed',
  'subcategory.deleted',
  'document_type.merged',
  'language.added',
  'language.changed',
  'language.deleted',
  'language.texts_changed',
  'language.imported',
  'trash.restored',
  'trash.deleted',
  'trash.emptied',
  'user.restricted',
  'settings.logo_changed',
  'settings.logo_removed',
  'user.created',
  'user.invited',
  'user.invitation_withdrawn',
  'user.invitation_accepted',
  'user.changed',
  'user.email_change_requested',
  'user.email_changed',
  'user.role_changed',
  'user.capacity_changed',
  'user.suspended',
  'user.reactivated',
  'user.reset_link_sent',
  'user.sessions_ended',
  'user.two_factor_disabled',
  'user.recovered',
  'user.token_revoked',
  'user.passkey_removed',
  'user.avatar_changed',
  'user.changed_in_bulk',
  'user.deletion_requested',
  'user.imported',
  'user.exported',
  'user.items_exported',
  'user.handed_over',
  'server.installed',
  'server.database_chosen',
  'settings.openid_tested',
  'settings.changed',
  'settings.exported',
  'settings.imported',
  'settings.secrets_rotated',
  'settings.webhook_registered',
  'job.retried',
  'job.discarded',
  'audit.exported',
  'audit.trimmed',
  'page.created',
  'page.changed',
  'page.restored',
  'page.ordered',
  'page.deleted',
  'billing.credit_note_created',
  'billing.invoice_voided',
  'billing.invoice_paid',
  'billing.invoice_written_off',
  'billing.invoices_exported',
  'billing.transactions_exported',
  'billing.subscriptions_exported',
  'billing.plans_exported',
  'billing.differences_exported',
  'billing.user_credited',
  'billing.profile_changed',
  'billing.difference_resolved',
  'plan.created',
  'plan.changed',
  'plan.features_changed',
  'plan.replaced',
  'plan.archived',
  'plan.deleted',
  'plan.synchronized',
  'contact.answered',
  'contact.reopened',
  'contact.deleted',
  'demo.started',
  'subscription.cancelled',
  'subscription.ended',
  'payment.refunded',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** The part of an action before the dot; a filter of the log. */
export type AuditCategory = AuditAction extends `${infer C}.${string}` ? C : never

export const categoryOf = (action: AuditAction): AuditCategory =>
  action.slice(0, action.indexOf('.')) as AuditCategory

export const AUDIT_CATEGORIES: readonly AuditCategory[] = [
  ...new Set(AUDIT_ACTIONS.map(categoryOf)),
]

/** Kinds of actor: a user in the browser, a user's access token, the server itself, or a guest. */
export const AUDIT_ACTOR_TYPES = ['user', 'token', 'system', 'guest'] as const

/** `at` is the order in which entries were written. */
const AUDIT_SORTS = ['at', 'user', 'action'] as const

export const AuditQuery = adminListQuery(AUDIT_SORTS, { sort: 'at', direction: 'desc' }).extend({
  category: z.enum(AUDIT_CATEGORIES).optional(),
  /** The id of the user who did it. */
  actor: Id.optional(),
  actor_type: z.enum(AUDIT_ACTOR_TYPES).optional(),
  /** The id of what it was done to. */
  target: z.string().max(100).optional(),
  ip: z.string().max(100).optional(),
  ...timeRange('at'),
})
export type AuditQuery = z.output<typeof AuditQuery>

const Details = z.record(z.string(), z.unknown()).nullable()

const shown = {
  at: z.iso.datetime(),
  /** One of `AUDIT_ACTIONS`, or of a newer version. */
  action: z.string(),
  category: z.string(),
  /** The sentence of the action, in the language of the caller. */
  text: z.string(),
  ip: z.string().nullable(),
  device: z.string().nullable(),
}

export const AuditEntry = z.object({
  /** The number of the entry, without gaps. */
  id: z.string(),
  type: z.literal('audit-entry'),
  attributes: z.object({
    ...shown,
    actor: z.object({
      type: z.enum(AUDIT_ACTOR_TYPES),
      id: z.string().nullable(),
      /** The name at that time. */
      name: z.string().nullable(),
      /** The name of the access token, if one was used. */
      token: z.string().nullable(),
    }),
    target: z
      .object({ type: z.string(), id: z.string().nullable(), name: z.string().nullable() })
      .nullable(),
    request_id: z.string().nullable(),
    /** The fields that differ; secrets are masked. */
    before: Details,
    after: Details,
  }),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'Lists the audit log with paging, order, filters and search.',
  query: AuditQuery,
  response: z.object({
    data: z.array(AuditEntry),
    meta: AdminListMeta.extend({
      /** Number of all entries, without filters. */
      all: z.int(),
    }),
  }),
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export',
  access: 'admin',
  isSensitive: true,
  summary: 'Exports the entries that the filters find, as CSV or as JSON with their hashes.',
  query: AuditQuery.omit({ page: true, per_page: true }).extend({
    format: z.enum(['csv', 'json']).default('csv'),
  }),
})

/** An entry as its user sees it, without what only administrators may know. */
export const ActivityEntry = z.object({
  id: z.string(),
  type: z.literal('activity'),
  attributes: z.object(shown),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/user/activity',
  access: 'session',
  summary: 'Lists the latest entries of the audit log by or about the user.',
  query: z.object({
    /** Only entries before this one. */
    before: z.coerce.number().int().positive().optional(),
  }),
  response: z.object({ data: z.array(ActivityEntry), meta: z.object({ has_more: z.boolean() }) }),
})
