import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import {
  languages as contract,
  FALLBACK_LOCALE,
  LOCALES,
  type Locale,
  PSEUDO_LOCALE,
  pseudoMessages,
  translations,
} from '@coffer/contract'
import type { FastifyReply } from 'fastify'
import fresh from 'fresh'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'

const ENCODINGS = { br: brotliCompressSync, gzip: gzipSync } as const
type Encoding = keyof typeof ENCODINGS
type ServedLocale = Locale | typeof PSEUDO_LOCALE

const compressedMessages = new Map<string, Buffer>()

function messagesIn(locale: ServedLocale): Record<string, string> {
  if (locale !== PSEUDO_LOCALE) return translations[locale]
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  return pseudoMessages(translations.en, pluralCategories)
}

/** Compresses once per locale and encoding, because messages do not change while the server runs. */
function compressedIn(locale: ServedLocale, encoding: Encoding): Buffer {
  const key = `${locale} ${encoding}`
  const cached =
    compressedMessages.get(key) ?? ENCODINGS[encoding](JSON.stringify(messagesIn(locale)))
  compressedMessages.set(key, cached)
  return cached
}

const tags = new Map<ServedLocale, string>()

/** A weak tag, because all encodings share it. */
function tagOf(locale: ServedLocale): string {
  const text = () => JSON.stringify(messagesIn(locale))
  const cached =
    tags.get(locale) ?? `W/"${createHash('sha256').update(text()).digest('base64url')}"`
  tags.set(locale, cached)
  return cached
}

const encodingOf = (accepted: string | undefined): Encoding | undefined =>
  (['br', 'gzip'] as const).find(name => accepted?.split(/[,;\s]+/).includes(name))

function sendCompressed(
  reply: FastifyReply,
  locale: ServedLocale,
  encoding: Encoding,
): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .header('content-encoding', encoding)
    .send(compressedIn(locale, encoding))
}

/** Resolves a language tag, with or without a region (`en-US`), to a locale. */
function resolveLocale(
  tag: string,
  { pseudoLocale }: Pick<Deps['config'], 'pseudoLocale'>,
): ServedLocale {
  if (tag === PSEUDO_LOCALE && pseudoLocale) return tag
  const language = tag.replace(/[-_].*$/, '').toLowerCase()
  return LOCALES.find(locale => locale === language) ?? FALLBACK_LOCALE
}

export function languagesRoutes(route: Route, { config }: Pick<Deps, 'config'>): void {
  route(contract.getTranslations, ({ params }, { request, reply }) => {
    const locale = resolveLocale(params.locale, config)
    const etag = tagOf(locale)
    // Revalidated on every use, so that pages after an upgrade never get old texts.
    reply.headers({ 'cache-control': 'public, no-cache', etag, vary: 'accept-encoding' })
    if (fresh(request.headers, { etag })) return reply.status(304).send() as never
    const encoding = encodingOf(request.headers['accept-encoding'])
    // Compressed here, because the first paint waits for the messages.
    if (encoding) return sendCompressed(reply, locale, encoding) as never
    return messagesIn(locale)
  })
}
