import { brotliCompressSync, gzipSync } from 'node:zlib'
import { languages as contract, type Locale, translations } from '@coffer/contract'
import type { FastifyReply } from 'fastify'
import type { Route } from '../../http/route.ts'

const ENCODINGS = { br: brotliCompressSync, gzip: gzipSync } as const
type Encoding = keyof typeof ENCODINGS

const packed = new Map<string, Buffer>()

/** The messages do not change while the server runs: each form is made once. */
function messagesIn(locale: Locale, encoding: Encoding): Buffer {
  const key = `${locale} ${encoding}`
  const known = packed.get(key) ?? ENCODINGS[encoding](JSON.stringify(translations[locale]))
  packed.set(key, known)
  return known
}

const encodingOf = (accepted: string | undefined): Encoding | undefined =>
  (['br', 'gzip'] as const).find(name => accepted?.split(/[,;\s]+/).includes(name))

function sendPacked(reply: FastifyReply, locale: Locale, encoding: Encoding): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .header('content-encoding', encoding)
    .send(messagesIn(locale, encoding))
}

export function languagesRoutes(route: Route): void {
  route(contract.getTranslations, ({ params }, { request, reply }) => {
    reply.headers({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' })
    const encoding = encodingOf(request.headers['accept-encoding'])
    // The first paint waits for them.
    if (encoding) return sendPacked(reply, params.locale, encoding) as never
    return translations[params.locale]
  })
}
