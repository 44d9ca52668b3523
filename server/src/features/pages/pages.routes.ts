import { pages as contract } from '@coffer/contract'
import { type AdminListQuery, presentAdminList } from '@coffer/contract/admin-list'
import type { PageEntry } from '@coffer/contract/pages'
import { rowsOf } from '@coffer/contract/resource'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { spokenIn } from '../../lib/translate.ts'
import { readSettings } from '../settings/index.ts'
import {
  presentEditable,
  presentEntry,
  presentPublicPage,
  presentVersion,
  type Reader,
} from './pages.presenter.ts'
import * as service from './pages.service.ts'

/** The language of the request, else the default language. */
const readerWith = (defaultLocale: string, request: FastifyRequest): Reader => ({
  locale: spokenIn(request.headers['accept-language']) ?? defaultLocale,
  defaultLocale,
})

const compareBy: Record<string, (a: PageEntry, b: PageEntry) => number> = {
  position: (a, b) => a.attributes.position - b.attributes.position,
  updated_at: (a, b) => a.attributes.updated_at.localeCompare(b.attributes.updated_at),
  title: (a, b) => a.attributes.title.localeCompare(b.attributes.title),
  slug: (a, b) => a.attributes.slug.localeCompare(b.attributes.slug),
  visibility: (a, b) => a.attributes.visibility.localeCompare(b.attributes.visibility),
}

/** There are at most `MAX_PAGES`, so they are sorted here. */
function browse(
  entries: readonly PageEntry[],
  {
    sort,
    direction,
    query,
    visibility,
    ...page
  }: AdminListQuery & { visibility?: string | undefined },
) {
  const words = query.toLowerCase()
  const matches = ({ attributes }: PageEntry) =>
    (visibility === undefined || attributes.visibility === visibility) &&
    (attributes.title.toLowerCase().includes(words) || attributes.slug.includes(words))
  const matching = entries.filter(matches).sort(compareBy[sort ?? 'position'])
  if (direction === 'desc') matching.reverse()
  const { offset, limit } = rowsOf(page)
  const data = matching.slice(offset, offset + limit)
  const total = { rows: matching.length, isCapped: false }
  return { data, meta: { ...presentAdminList(page, total, data.length), all: entries.length } }
}

export function pagesRoutes(route: Route, deps: Deps): void {
  const readerOf = async (request: FastifyRequest): Promise<Reader> =>
    readerWith((await readSettings(deps.db)).language, request)

  route(contract.getPage, async ({ params }, { request }) => {
    const { page, defaultLocale } = await service.readPublicPage(deps, params.slug)
    return { data: await presentPublicPage(page, readerWith(defaultLocale, request)) }
  })

  route(contract.listPages, async ({ query }, { request }) => {
    const reader = await readerOf(request)
    const entries = (await service.listPages(deps)).map(page => presentEntry(page, reader))
    return browse(entries, query)
  })

  route(contract.createPage, async ({ body, actor }, { request }) => ({
    data: presentEditable(await service.createPage(deps, actor, body), await readerOf(request)),
  }))

  route(contract.getEditablePage, async ({ params }, { request }) => ({
    data: presentEditable(await service.readPage(deps, params.slug), await readerOf(request)),
  }))

  route(contract.updatePage, async ({ params, body, actor }, { request }) => ({
    data: presentEditable(
      await service.changePage(deps, actor, params.slug, body),
      await readerOf(request),
    ),
  }))

  route(contract.deletePage, async ({ params }) => {
    await service.deletePage(deps, params.slug)
    return undefined
  })

  route(contract.orderPages, async ({ body }) => {
    await service.orderPages(deps, body.slugs)
    return undefined
  })

  route(contract.listPageVersions, async ({ params }, { request }) => {
    const { versions, defaultLocale } = await service.listVersions(deps, params.slug)
    const reader = readerWith(defaultLocale, request)
    return { data: versions.map(version => presentVersion(version, reader)) }
  })

  route(contract.restorePageVersion, async ({ params, body, actor }, { request }) => ({
    data: presentEditable(
      await service.restoreVersion(deps, actor, params, body),
      await readerOf(request),
    ),
  }))
}
