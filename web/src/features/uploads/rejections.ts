import type { Problem } from '@coffer/contract/errors'
import { isSystemFile, normaliseName, splitExtension } from '@coffer/contract/names'

/** Why a file was not queued. */
export type Rejection =
  | { name: string; reason: 'empty' }
  | { name: string; reason: 'type'; type: string }
  | { name: string; reason: 'size' }
  /** The browser could not read the file or list the folder. */
  | { name: string; reason: 'unreadable' }
  /** The name is invalid. */
  | { name: string; reason: 'name' }
  /** The server rejects it and gives the reason. */
  | { name: string; reason: 'server'; text: string }
  /** The quota does not suffice. */
  | { name: string; reason: 'room' }
  /** Chosen to resume an upload, but it matches none. */
  | { name: string; reason: 'unknown' }
  /** It changed on disk after a part of it was sent. */
  | { name: string; reason: 'changed' }

export interface UploadLimits {
  /** Bytes. UPL-23: 0 means no limit. */
  uploadLimit: number
  /** Comma-separated MIME types, halves of MIME types and extensions. */
  mimetypesBlacklist: string
}

type FileFacts = Pick<File, 'name' | 'size' | 'type'>

/** Validates a file before it is queued (UPL-20 to UPL-23). `litter` is skipped silently. */
export function validateFile(file: FileFacts, limits: UploadLimits): Rejection | 'litter' | null {
  if (isSystemFile(file.name)) return 'litter'
  if (file.size === 0) return { name: file.name, reason: 'empty' }
  const type = disallowedType(file, limits.mimetypesBlacklist)
  if (type) return { name: file.name, reason: 'type', type }
  if (limits.uploadLimit > 0 && file.size > limits.uploadLimit)
    return { name: file.name, reason: 'size' }
  return null
}

/** Only a hint for the user: the server checks the content and is stricter. */
function disallowedType({ name, type }: FileFacts, blacklist: string): string | null {
  const blocked = new Set(
    blacklist
      .split(',')
      .map(entry => entry.trim().toLowerCase().replace(/^\./, ''))
      .filter(Boolean),
  )
  if (blocked.size === 0) return null
  const extensions = normaliseName(name)
    .toLowerCase()
    .replace(/[\s.]+$/, '')
    .split('.')
    .slice(1)
  const types = type ? [type.toLowerCase(), ...type.toLowerCase().split('/')] : []
  return [...extensions, ...types].find(candidate => blocked.has(candidate)) ?? null
}

/** Converts the server's preflight error for a file into a rejection. */
export function toRejection(name: string, { code, detail }: Problem): Rejection {
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
      return { name, reason: 'server', text: detail }
  }
}
