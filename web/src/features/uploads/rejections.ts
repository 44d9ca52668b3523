import type { Problem } from '@coffer/contract/errors'
import { isSystemLitter, normaliseName, splitExtension } from '@coffer/contract/names'

/** Why a file was not taken into the queue. */
export type Refusal =
  | { name: string; reason: 'empty' }
  | { name: string; reason: 'type'; type: string }
  | { name: string; reason: 'size' }
  /** The browser could not read it or look into it. */
  | { name: string; reason: 'unreadable' }
  /** Of a name that can't be kept. */
  | { name: string; reason: 'name' }
  /** The server will not take it, and says why. */
  | { name: string; reason: 'told'; text: string }
  /** There is not enough storage for it. */
  | { name: string; reason: 'room' }
  /** Chosen to go on with earlier uploads, but none of them. */
  | { name: string; reason: 'unknown' }
  /** It changed on its disk since a part of it was sent. */
  | { name: string; reason: 'changed' }

export interface UploadLimits {
  /** Spec §5: 0 means no limit. */
  uploadLimit: number
  /** Types, either half of one, and endings, parted by commas. */
  mimetypesBlacklist: string
}

type Facts = Pick<File, 'name' | 'size' | 'type'>

/** Spec §5: what is refused before it is queued; `litter` is left out without a word. */
export function refusalOf(file: Facts, limits: UploadLimits): Refusal | 'litter' | null {
  if (isSystemLitter(file.name)) return 'litter'
  if (file.size === 0) return { name: file.name, reason: 'empty' }
  const type = disallowedType(file, limits.mimetypesBlacklist)
  if (type) return { name: file.name, reason: 'type', type }
  if (limits.uploadLimit > 0 && file.size > limits.uploadLimit)
    return { name: file.name, reason: 'size' }
  return null
}

/** A courtesy: the server judges by the content, and more strictly. */
function disallowedType({ name, type }: Facts, blacklist: string): string | null {
  const refused = new Set(
    blacklist
      .split(',')
      .map(entry => entry.trim().toLowerCase().replace(/^\./, ''))
      .filter(Boolean),
  )
  if (refused.size === 0) return null
  const endings = normaliseName(name)
    .toLowerCase()
    .replace(/[\s.]+$/, '')
    .split('.')
    .slice(1)
  const types = type ? [type.toLowerCase(), ...type.toLowerCase().split('/')] : []
  return [...endings, ...types].find(candidate => refused.has(candidate)) ?? null
}

/** What the server said of a file before it was sent. */
export function refusalOfProblem(name: string, { code, detail }: Problem): Refusal {
  switch (code) {
    case 'upload.empty':
      return { name, reason: 'empty' }
    case 'upload.type_not_allowed':
      return { name, reason: 'type', type: splitExtension(name)[1].slice(1) }
    case 'upload.too_large':
      return { name, reason: 'size' }
    case 'item.name_invalid':
      return { name, reason: 'name' }
    default:
      return { name, reason: 'told', text: detail }
  }
}
