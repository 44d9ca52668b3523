import type { Category } from '@coffer/contract/items'
import { markedUtf16, type TextEncoding } from '@coffer/contract/text-encoding'
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

/** Characters that texts do not contain. */
const CONTROL = /[^\P{Cc}\s]/u

function decode(head: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    // The last character may be incomplete.
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}

/** Decodes bytes that are text. Any bytes can be Windows-1252, so only the names of texts allow it. */
function asText(head: Uint8Array, name: string): string | undefined {
  const utf16 = markedUtf16(head)
  const utf8 = utf16 || head.includes(0) ? undefined : decode(head, 'utf-8')
  if (utf8 !== undefined) return utf8
  const other = utf16 ?? (textTypeByName(name) && 'windows-1252')
  const text = other && decode(head, other)
  return text && !CONTROL.test(text) ? text : undefined
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

/** The container of files of old Office programs, which only their names distinguish. */
const OLD_OFFICE = 'application/x-cfb'
const IN_OLD_OFFICE = /^application\/(msword|vnd\.(ms-(excel|powerpoint|project|works)|visio))$/

function oldOfficeType(name: string): string {
  const byName = lookup(name)
  return byName && IN_OLD_OFFICE.test(byName) ? byName : OLD_OFFICE
}

/** Detects the type from the content; the name only distinguishes what has the same form. */
export async function detectType(head: Uint8Array, name: string): Promise<string> {
  const detected = await fileTypeFromBuffer(head)
  if (detected?.mime === OLD_OFFICE) return oldOfficeType(name)
  if (detected && detected.ext !== 'xml') return detected.mime.split(';')[0] ?? BINARY
  const text = asText(head, name)
  return text === undefined ? BINARY : textType(text, name)
}

/** The usual extension of a type, with its dot; empty for unknown types. */
export function extensionOf(mimetype: string): string {
  const ending = mimetype === BINARY ? false : extension(mimetype)
  return ending ? `.${ending}` : ''
}

const DOCUMENTS =
  /^(text\/|application\/(pdf|json|xml|rtf|epub\+zip|msword|vnd\.(ms-|openxmlformats|oasis\.opendocument|apple\.|visio)))/

/** The category of a MIME type, for filters and icons. */
export function categoryOf(mimetype: string): Category {
  const kind = mimetype.split('/')[0]
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind
  return DOCUMENTS.test(mimetype) ? 'document' : 'other'
}
