import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import {
  type Locale,
  PSEUDO_LOCALE,
  pseudoMessages,
  type TranslationPart,
  translationPartOf,
  translations,
} from '@coffer/contract'
import { languagesVersion, messagesOf } from '../../lib/installed-languages.ts'

const ENCODINGS = { br: brotliCompressSync, gzip: gzipSync } as const
export type Encoding = keyof typeof ENCODINGS

/** A language, and the part of its messages that is served; undefined serves all. */
export interface Selection {
  locale: Locale
  part: TranslationPart | undefined
}

interface Served {
  text: string
  /** A weak tag, because all encodings share it. */
  tag: string
  compressed: Map<Encoding, Buffer>
}

/** Messages served since the languages last changed, by language and part. */
let served = new Map<string, Served>()
let servedVersion: string | undefined

function allMessagesIn(locale: Locale): Readonly<Record<string, string>> {
  if (locale !== PSEUDO_LOCALE) return messagesOf(locale)
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  return pseudoMessages(translations.en, pluralCategories)
}

function selectMessages({ locale, part }: Selection): Readonly<Record<string, string>> {
  const messages = allMessagesIn(locale)
  if (!part) return messages
  const isServed = ([key]: [string, string]) => translationPartOf(key) === part
  return Object.fromEntries(Object.entries(messages).filter(isServed))
}

/** Returns the messages of a language as they are served; computed once per change. */
export function servedMessages(selection: Selection): Served {
  const version = languagesVersion()
  if (servedVersion !== version) {
    served = new Map()
    servedVersion = version
  }
  const key = `${selection.locale} ${selection.part}`
  const cached = served.get(key)
  if (cached) return cached
  const text = JSON.stringify(selectMessages(selection))
  const tag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  const fresh: Served = { text, tag, compressed: new Map() }
  served.set(key, fresh)
  return fresh
}

/** Compresses once per encoding. */
export function compressMessages({ text, compressed }: Served, encoding: Encoding): Buffer {
  const cached = compressed.get(encoding) ?? ENCODINGS[encoding](text)
  compressed.set(encoding, cached)
  return cached
}
