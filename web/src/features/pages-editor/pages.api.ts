import {
  createPage,
  deletePage,
  type EditablePage,
  getEditablePage,
  listPages,
  listPageVersions,
  MAX_PAGES,
  orderPages,
  type PageTexts,
  type PageVisibility,
  restorePageVersion,
  updatePage,
} from '@coffer/contract/pages'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { tableQuery } from '../../ui/admin-table/table-query.ts'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'

/** All queries about pages. */
const PAGES = 'admin-pages'

export const pagesQuery = (request: TableRequest) => tableQuery([PAGES, 'list'], listPages, request)

export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: [PAGES, 'page', slug],
    queryFn: async ({ signal }) =>
      (await api(getEditablePage, { params: { slug } }, { signal })).data,
  })

export const versionsQuery = (slug: string) =>
  queryOptions({
    queryKey: [PAGES, 'versions', slug],
    queryFn: async ({ signal }) =>
      (await api(listPageVersions, { params: { slug } }, { signal })).data,
  })

export interface PageDraft {
  slug: string
  visibility: PageVisibility
  texts: PageTexts
  /** The version that is edited; missing for a new page. */
  seen_updated_at?: string | undefined
}

const refetch = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [PAGES] })

/** @param slug the address before the change; undefined for a new page */
export async function savePage(
  queries: QueryClient,
  slug: string | undefined,
  draft: PageDraft,
): Promise<EditablePage> {
  const { data } =
    slug === undefined
      ? await api(createPage, { body: draft })
      : await api(updatePage, {
          params: { slug },
          body: { ...draft, ...(draft.slug === slug && { slug: undefined }) },
        })
  queries.setQueryData(pageQuery(data.attributes.slug).queryKey, data)
  await refetch(queries)
  return data
}

/** Loads the current version of a page. @throws ApiError */
export async function loadPage(queries: QueryClient, slug: string): Promise<void> {
  await queries.fetchQuery({ ...pageQuery(slug), staleTime: 0 })
  void queries.invalidateQueries({ queryKey: versionsQuery(slug).queryKey })
}

export async function removePage(queries: QueryClient, slug: string): Promise<void> {
  await api(deletePage, { params: { slug } })
  await refetch(queries)
}

/** Replaces a page, as it is on screen, by one of its versions. */
export async function restoreVersion(
  queries: QueryClient,
  { slug, updated_at }: EditablePage['attributes'],
  id: string,
): Promise<void> {
  try {
    await api(restorePageVersion, { params: { slug, id }, body: { seen_updated_at: updated_at } })
  } catch (error) {
    // Shows the version that someone else saved.
    void refetch(queries)
    throw error
  }
  await refetch(queries)
}

/**
 * Moves a page to the position of another one. The pages between them move by one; the order of
 * all others stays, also while a filter hides them.
 */
export async function movePage(queries: QueryClient, slug: string, to: string): Promise<void> {
  const query = { sort: 'position', direction: 'asc', per_page: MAX_PAGES } as const
  const { data } = await api(listPages, { query })
  const slugs = data.map(({ attributes }) => attributes.slug)
  const from = slugs.indexOf(slug)
  const target = slugs.indexOf(to)
  if (from >= 0 && target >= 0) {
    slugs.splice(target, 0, ...slugs.splice(from, 1))
    await api(orderPages, { body: { slugs } })
  }
  await refetch(queries)
}
