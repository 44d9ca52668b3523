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
type Spoken = Locale | typeof PSEUDO_LOCALE

const packed = new Map<string, Buffer>()

function messagesIn(locale: Spoken): Record<string, string> {
  if (locale !== PSEUDO_LOCALE) return translations[locale]
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  return pseudoMessages(translations.en, pluralCategories)
}

/** The messages do not change while the server runs: each form is made once. */
function packedIn(locale: Spoken, encoding: Encoding): Buffer {
  const key = `${locale} ${encoding}`
  const known = packed.get(key) ?? ENCODINGS[encoding](JSON.stringify(messagesIn(locale)))
  packed.set(key, known)
  return known
}

const tags = new Map<Spoken, string>()

/** Weak, as each encoding is a form of the same. */
function tagOf(locale: Spoken): string {
  const text = () => JSON.stringify(messagesIn(locale))
  const known = tags.get(locale) ?? `W/"${createHash('sha256').update(text()).digest('base64url')}"`
  tags.set(locale, known)
  return known
}

const encodingOf = (accepted: string | undefined): Encoding | undefined =>
  (['br', 'gzip'] as const).find(name => accepted?.split(/[,;\s]+/).includes(name))

function sendPacked(reply: FastifyReply, locale: Spoken, encoding: Encoding): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .header('content-encoding', encoding)
    .send(packedIn(locale, encoding))
}

/** The language of a tag, whatever its region: spec §9 speaks of `en-US`. */
function spokenLocale(tag: string, { pseudoLocale }: Pick<Deps['config'], 'pseudoLocale'>): Spoken {
  if (tag === PSEUDO_LOCALE && pseudoLocale) return tag
  const language = tag.replace(/[-_].*$/, '').toLowerCase()
  return LOCALES.find(locale => locale === language) ?? FALLBACK_LOCALE
}

export function languagesRoutes(route: Route, { config }: Pick<Deps, 'config'>): void {
  route(contract.getTranslations, ({ params }, { request, reply }) => {
    const locale = spokenLocale(params.locale, config)
    const etag = tagOf(locale)
    // After an upgrade new pages must not meet old words, so they are asked for each time.
    reply.headers({ 'cache-control': 'public, no-cache', etag, vary: 'accept-encoding' })
    if (fresh(request.headers, { etag })) return reply.status(304).send() as never
    const encoding = encodingOf(request.headers['accept-encoding'])
    // The first paint waits for them.
    if (encoding) return sendPacked(reply, locale, encoding) as never
    return messagesIn(locale)
  })
}
