import {
  languages as contract,
  FALLBACK_LOCALE,
  type Locale,
  messages,
  PSEUDO_LOCALE,
} from '@coffer/contract'
import fresh from 'fresh'
import type { Deps } from '../../deps.ts'
import { encodingOf } from '../../http/compress-text.ts'
import { sendExport } from '../../http/download.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { readUploadedFile } from '../../http/uploaded-file.ts'
import { matchInstalled } from '../../lib/installed-languages.ts'
import { refreshLanguages } from './installed.service.ts'
import { presentLanguage } from './languages.presenter.ts'
import * as service from './languages.service.ts'
import { compressMessages, servedMessages } from './served-messages.ts'
import { writeStringFile } from './string-files.ts'
import * as strings from './strings.service.ts'

/** Resolves a language tag, with or without a region (`en-US`), to a locale. */
function resolveLocale(
  tag: string,
  { pseudoLocale }: Pick<Deps['config'], 'pseudoLocale'>,
): Locale {
  if (tag === PSEUDO_LOCALE && pseudoLocale) return tag
  return matchInstalled(tag) ?? FALLBACK_LOCALE
}

export function languagesRoutes(route: Route, deps: Deps): void {
  route(messages.getTranslations, async ({ params, query }, { request, reply }) => {
    await refreshLanguages(deps.db)
    const locale = resolveLocale(params.locale, deps.config)
    const messages = servedMessages({ locale, part: query.part })
    const etag = messages.tag
    // Revalidated on every use, so that pages after a change never get old texts.
    reply.headers({ 'cache-control': 'public, no-cache', etag, vary: 'accept-encoding' })
    if (fresh(request.headers, { etag })) return reply.status(304).send()
    reply.type('application/json; charset=utf-8')
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (!encoding) return reply.send(messages.text)
    // Compressed here, because the first paint waits for the messages.
    const body = compressMessages(messages, encoding)
    return reply.header('content-encoding', encoding).send(body)
  })

  languageRoutes(route, deps)
  stringRoutes(route, deps)
}

function languageRoutes(route: Route, deps: Deps): void {
  route(contract.listLanguages, async () => {
    const all = await service.listLanguages(deps)
    const english = all.find(({ row }) => row.locale === FALLBACK_LOCALE)
    return {
      data: all.map(presentLanguage),
      meta: {
        current_language:
          all.find(({ row, defaultLocale }) => row.locale === defaultLocale)?.row.locale ??
          FALLBACK_LOCALE,
        reference_translations: english ? await strings.textsOf(deps, english.row.id) : {},
      },
    }
  })

  route(contract.createLanguage, async ({ body }) => ({
    data: presentLanguage(await service.createLanguage(deps, body)),
  }))

  route(contract.getLanguage, async ({ params }) => {
    const language = presentLanguage(await service.getLanguage(deps, params.id))
    const translations = await strings.textsOf(deps, params.id)
    return { data: { ...language, attributes: { ...language.attributes, translations } } }
  })

  route(contract.updateLanguage, async ({ params, body }) => ({
    data: presentLanguage(await service.updateLanguage(deps, params.id, body)),
  }))

  route(contract.deleteLanguage, async ({ params }) => {
    await service.deleteLanguage(deps, params.id)
    return undefined
  })
}

const CONTENT_TYPES = { json: 'application/json', csv: 'text/csv' } as const

function stringRoutes(route: Route, deps: Deps): void {
  route(contract.listStrings, ({ params, query }) => strings.browseStrings(deps, params.id, query))

  route(contract.updateStrings, async ({ params, body }) => {
    const changed = await strings.updateStrings(deps, params.id, body.strings)
    return { data: presentLanguage(changed.language), meta: { strings: changed.strings } }
  })

  route(contract.exportStrings, async ({ params, query }, http) => {
    const { row, rows } = await strings.exportRows(deps, params.id, query.state)
    const filename = `coffer-${row.locale}.${query.format}`
    const file = { filename, type: CONTENT_TYPES[query.format] }
    return sendExport(http, file, () => writeStringFile(query.format, rows))
  })

  route(contract.importStrings, async ({ params, query }, { request }) => {
    await service.requireLanguage(deps.db, params.id)
    const bytes = await readUploadedFile(request, contract.MAX_IMPORT_BYTES)
    const reader = localeOf(request)
    const isDryRun = query.dry_run
    return { data: await strings.importStrings(deps, params.id, { bytes, isDryRun, reader }) }
  })
}
