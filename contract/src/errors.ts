import { z } from 'zod'

/**
 * Every code the interface can answer with, and the HTTP status it travels under.
 * Titles and details are translations under `errors.<code>`.
 */
export const ERROR_STATUS = {
  'request.invalid': 422,
  'request.malformed': 400,
  'request.too_large': 413,
  'request.too_many': 429,
  'request.csrf': 403,
  'route.not_found': 404,
  'route.method_not_allowed': 405,
  'auth.required': 401,
  'auth.forbidden': 403,
  'auth.credentials': 401,
  'auth.registration_closed': 403,
  'auth.address_taken': 422,
  'setup.closed': 410,
  'setup.code_wrong': 403,
  'setup.needed': 409,
  'item.not_found': 404,
  'item.wrong_type': 422,
  'item.into_itself': 422,
  'item.name_invalid': 422,
  'item.name_taken': 409,
  'share.not_found': 404,
  'share.locked': 401,
  'share.password_wrong': 401,
  'share.exhausted': 410,
  'share.exists': 422,
  'custom_folder.not_at_root': 422,
  'favourite.too_many': 422,
  'document_type.not_found': 422,
  'document_type.name_taken': 409,
  'document_type.in_use': 409,
  'document_type.field_in_use': 409,
  'document_type.without_type': 422,
  'upload.not_found': 404,
  'upload.restricted': 401,
  'upload.empty': 422,
  'upload.type_refused': 422,
  'upload.too_large': 413,
  'upload.size_exceeded': 413,
  'upload.quota_exceeded': 423,
  'upload.offset_conflict': 409,
  'upload.incomplete': 409,
  'upload.checksum_mismatch': 422,
  'upload.parent_gone': 409,
  'remote.blocked_address': 422,
  'remote.too_many': 422,
  'remote.unreachable': 502,
  'remote.too_slow': 504,
  'remote.too_many_redirects': 502,
  'remote.refused': 502,
  'remote.compressed': 502,
  'remote.broken_off': 502,
  'remote.web_page': 422,
  'remote.interrupted': 503,
  'zip.path_too_long': 422,
  'storage.full': 507,
  'storage.unavailable': 503,
  internal: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** RFC 9457 problem details; `message` repeats `detail` for clients that expect it. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
  code: z.string(),
  /** The field's messages, on 422. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** Where a chunk has to start, on `upload.offset_conflict`. */
  expected_offset: z.int().optional(),
  request_id: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>
