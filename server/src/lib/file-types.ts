import type { Category } from '@coffer/contract/items'
import { fileTypeFromBuffer } from 'file-type'
import { extension, lookup } from 'mime-types'
import { withoutProlog } from './markup.ts'

/** Bytes from the start of a file that are enough to detect its type. */
export const SNIFF_BYTES = 4100

const BINARY = 'application/octet-stream'
const MARKUP = /^<(!doctype html|html|head|body|script|iframe|svg)\b/i
/** Text types, which magic numbers cannot distinguish. */
const TEXTUAL =
  /^(text\/|application\/(json|xml|javascript|x-sh|sql|yaml|toml|manifest\+json|ld\+json)|image\/svg\+xml)/

function asText(head: Uint8Array): string | undefined {
  if (head.includes(0)) return undefined
  try {
    // The last character may be incomplete.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}

/** The kind of text that a name stands for. */
export function textTypeByName(name: string): string | undefined {
  const byName = lookup(name)
  return byName && TEXTUAL.test(byName) ? byName : undefined
}

function textType(text: string, name: string): string {
  const markup = MARKUP.exec(withoutProlog(text))?.[1]?.toLowerCase()
  if (markup) return markup === 'svg' ? 'image/svg+xml' : 'text/html'
  return textTypeByName(name) ?? 'text/plain'
}

/** Detects the type from the content; the name only distinguishes kinds of text. */
export async function detectType(head: Uint8Array, name: string): Promise<string> {
  const detected = await fileTypeFromBuffer(head)
  if (detected && detected.ext !== 'xml') return detected.mime.split(';')[0] ?? BINARY
  const text = asText(head)
  return text === undefined ? BINARY : textType(text, name)
}

/** The usual extension of a type, with its dot; empty for unknown types. */
export function extensionOf(mimetype: string): string {
  const ending = mimetype === BINARY ? false : extension(mimetype)
  return ending ? `.${ending}` : ''
}

const DOCUMENTS =
  /^(text\/|application\/(pdf|json|xml|rtf|epub\+zip|msword|vnd\.(ms-|openxmlformats|oasis\.opendocument|apple\.)))/

/** The category of a MIME type, for filters and icons. */
export function categoryOf(mimetype: string): Category {
  const kind = mimetype.split('/')[0]
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind
  return DOCUMENTS.test(mimetype) ? 'document' : 'other'
}
