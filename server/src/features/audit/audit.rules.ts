import type { Actor, Actors } from '../../actor.ts'

type Fields = Readonly<Record<string, unknown>>

const MASK = '••••'
/** Also masks keys that contain these words, such as `smtp_password`. */
const SECRET_KEY =
  /password|passphrase|secret|token|credential|authorization|cookie|(api|access|private|license)_?key|purchase_code|recovery|hash$/i
/** A name or a number shows that something was set without showing its value. */
const HARMLESS_KEY = /^(has|is|may)_|_(id|ids|name|days|count|at)$/i

/** Longer texts, such as the content of a page, are cut. */
const MAX_TEXT_LENGTH = 500

function maskValue(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)
    return `${value.slice(0, MAX_TEXT_LENGTH)}…`
  if (Array.isArray(value)) return value.map(maskValue)
  if (value !== null && typeof value === 'object') return maskSecrets(value as Fields)
  return value
}

const isSecret = (key: string): boolean => SECRET_KEY.test(key) && !HARMLESS_KEY.test(key)

/** Replaces secrets, so that they never reach the log even if a caller passes them by mistake. */
export const maskSecrets = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => {
        const isMasked = isSecret(key) && value !== null && typeof value !== 'boolean'
        return [key, isMasked ? MASK : maskValue(value)]
      }),
  )

interface Difference {
  before: Fields | undefined
  after: Fields | undefined
}

/** Keeps only the fields that differ, if both states are known. */
export function differenceOf({ before, after }: Difference): Difference {
  if (!before || !after) return { before, after }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = keys.filter(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const pick = (fields: Fields) =>
    Object.fromEntries(changed.filter(key => key in fields).map(key => [key, fields[key]]))
  return { before: pick(before), after: pick(after) }
}

/** The actor of an entry. */
export type AuditActor =
  | { type: 'user'; id: string; name: string }
  | { type: 'token'; id: string; name: string; tokenName: string }
  | { type: 'system' }
  | { type: 'guest' }

/** Names the caller of a request. @param actor null for public calls */
export function auditActorOf(actor: Actors[keyof Actors] | Actor | null): AuditActor {
  if (actor === null || !('kind' in actor) || actor.kind !== 'user') return { type: 'guest' }
  const { userId: id, name, tokenName } = actor
  return tokenName === undefined
    ? { type: 'user', id, name }
    : { type: 'token', id, name, tokenName }
}
