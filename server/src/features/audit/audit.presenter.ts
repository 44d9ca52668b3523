import type { Locale, TranslationKey } from '@coffer/contract'
import type { ActivityEntry, AuditEntry } from '@coffer/contract/audit'
import type { AuditEntryRow } from '../../db/schema-audit.ts'
import { isTranslationKey, translate } from '../../lib/translate.ts'

const parse = (json: string | null): Record<string, unknown> | null =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>)

/** Texts and numbers of the details, which sentences may contain. */
const simpleValues = (details: Record<string, unknown> | null): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(details ?? {}).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )

const actorName = (row: AuditEntryRow, locale: Locale): string => {
  if (row.actor_type === 'system') return translate(locale, 'audit.actor.system')
  if (row.actor_type === 'guest') return translate(locale, 'audit.actor.guest')
  return row.actor_name ?? ''
}

/** The sentence of an entry. */
export function sentenceOf(row: AuditEntryRow, locale: Locale): string {
  const key = `audit.${row.action}`
  // An entry of a newer version keeps its code.
  if (!isTranslationKey(key)) return row.action
  return translate(locale, key as TranslationKey, {
    ...simpleValues(parse(row.before)),
    ...simpleValues(parse(row.after)),
    actor: actorName(row, locale),
    target: row.target_name || row.target_id || '',
  })
}

const shown = (row: AuditEntryRow, locale: Locale) => ({
  at: new Date(row.at).toISOString(),
  action: row.action,
  category: row.category,
  text: sentenceOf(row, locale),
  ip: row.ip,
  device: row.device,
})

export const presentEntry = (row: AuditEntryRow, locale: Locale): AuditEntry => ({
  id: String(row.seq),
  type: 'audit-entry',
  attributes: {
    ...shown(row, locale),
    actor: {
      type: row.actor_type,
      id: row.actor_id,
      name: row.actor_name,
      token: row.token_name,
    },
    target:
      row.target_type === null
        ? null
        : { type: row.target_type, id: row.target_id, name: row.target_name },
    request_id: row.request_id,
    before: parse(row.before),
    after: parse(row.after),
  },
})

/** Hides from where another user, such as an administrator, acted on the account. */
export function presentActivity(row: AuditEntryRow, userId: string, locale: Locale): ActivityEntry {
  const isByOther = row.actor_id !== null && row.actor_id !== userId
  const hidden = isByOther ? { ip: null, device: null } : {}
  return {
    id: String(row.seq),
    type: 'activity',
    attributes: { ...shown(row, locale), ...hidden },
  }
}
