import { z } from 'zod'
import { AdminListMeta, adminListQuery } from './admin-list.ts'
import { endpoint } from './endpoint.ts'
import { LocaleTag } from './locale-tags.ts'
import { PLAIN_TEXT, TEXT_OF_LINES } from './names.ts'
import { collection, Id, SeenUpdatedAt } from './resource.ts'

export const MAX_PAGES = 100
/** Versions of a page that can be restored. */
export const PAGE_VERSIONS_KEPT = 20
const MAX_CONTENT_LENGTH = 50_000

/** Pages that the app links to. They can be edited, but not deleted or moved. */
export const REQUIRED_PAGES = ['terms-of-service', 'privacy-policy', 'cookie-policy'] as const

/** First segments of other addresses, which would be confusing as pages. */
const RESERVED_SLUGS = new Set([
  ...['admin', 'api', 'assets', 'avatar', 'contact-us', 'create', 'create-new-password', 'demo'],
  ...['file', 'forgotten-password', 'index', 'install', 'new', 'page', 'platform', 'request'],
  ...['second-factor', 'setup-wizard', 'share', 'sign-in', 'sign-up', 'thumbnail', 'translations'],
  'user',
])

/** The last part of a page's address: `/page/<slug>`. */
export const PageSlug = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(80, 'validation.long')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'validation.slug')
  .refine(slug => !RESERVED_SLUGS.has(slug), 'validation.slug_reserved')

/** `footer` pages are public and linked in the footer; only administrators see a draft. */
export const PageVisibility = z.enum(['public', 'footer', 'draft'])
export type PageVisibility = z.output<typeof PageVisibility>

export const PageTitle = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(120, 'validation.long')
  .regex(PLAIN_TEXT, 'validation.invalid')

/** Markdown; raw HTML in it is shown as text. */
export const PageContent = z
  .string()
  .max(MAX_CONTENT_LENGTH, 'validation.long')
  .regex(TEXT_OF_LINES, 'validation.invalid')

export const PageText = z.object({ title: PageTitle, content: PageContent })
export type PageText = z.output<typeof PageText>

/** Texts by language; readers of other languages get the default language. */
export const PageTexts = z
  .record(LocaleTag, PageText)
  .refine(texts => Object.keys(texts).length > 0, 'validation.required')
export type PageTexts = z.output<typeof PageTexts>

export const PublicPage = z.object({
  id: z.string(),
  type: z.literal('page'),
  attributes: z.object({
    slug: z.string(),
    title: z.string(),
    /** The language of title and content. */
    locale: z.string(),
    content: z.string(),
    /** The content as HTML without scripts or raw HTML. */
    content_formatted: z.string(),
    visibility: PageVisibility,
    updated_at: z.iso.datetime(),
  }),
})
export type PublicPage = z.infer<typeof PublicPage>

export const PageEntry = z.object({
  id: Id,
  type: z.literal('page'),
  attributes: z.object({
    slug: z.string(),
    title: z.string(),
    visibility: PageVisibility,
    /** From 0; the order of the list and of the links in the footer. */
    position: z.int(),
    locales: z.array(z.string()),
    /** The app links to the page, so it can't be deleted or moved. */
    is_required: z.boolean(),
    /** Shows the text that comes with the product. */
    is_supplied: z.boolean(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
})
export type PageEntry = z.infer<typeof PageEntry>

export const EditablePage = PageEntry.extend({
  attributes: PageEntry.shape.attributes.extend({
    texts: z.record(z.string(), z.object({ title: z.string(), content: z.string() })),
  }),
})
export type EditablePage = z.infer<typeof EditablePage>

export const PageVersion = z.object({
  id: Id,
  type: z.literal('page-version'),
  attributes: z.object({
    title: z.string(),
    visibility: PageVisibility,
    texts: EditablePage.shape.attributes.shape.texts,
    /** Name of the user who saved it; null for the server itself or a deleted account. */
    author: z.string().nullable(),
    created_at: z.iso.datetime(),
  }),
})
export type PageVersion = z.infer<typeof PageVersion>

const bySlug = z.object({ slug: z.string().max(80) })
const oneReply = z.object({ data: EditablePage })

export const getPage = endpoint({
  method: 'GET',
  path: '/api/page/:slug',
  access: 'public',
  summary: 'Returns a published page in the language of the caller.',
  params: bySlug,
  response: z.object({ data: PublicPage }),
})

const PAGE_SORTS = ['position', 'title', 'slug', 'visibility', 'updated_at'] as const

export const listPages = endpoint({
  method: 'GET',
  path: '/api/admin/pages',
  access: 'admin',
  summary: 'Lists the pages.',
  query: adminListQuery(PAGE_SORTS, { sort: 'position', direction: 'asc' }).extend({
    visibility: PageVisibility.optional(),
  }),
  response: collection(PageEntry, AdminListMeta.extend({ all: z.int() })),
})

export const createPage = endpoint({
  method: 'POST',
  path: '/api/admin/pages',
  access: 'admin',
  summary: 'Creates a page at the end of the list.',
  body: z.object({ slug: PageSlug, visibility: PageVisibility.default('draft'), texts: PageTexts }),
  response: oneReply,
  status: 201,
})

export const getEditablePage = endpoint({
  method: 'GET',
  path: '/api/admin/pages/:slug',
  access: 'admin',
  summary: 'Returns a page with its texts in all languages.',
  params: bySlug,
  response: oneReply,
})

const PageChange = z
  .object({
    slug: PageSlug,
    visibility: PageVisibility,
    /** Replaces the texts of all languages. */
    texts: PageTexts,
    /** Changes the text in the default language. */
    title: PageTitle,
    content: PageContent,
    seen_updated_at: SeenUpdatedAt,
  })
  .partial()
  .refine(
    ({ seen_updated_at: _, ...change }) => Object.keys(change).length > 0,
    'validation.required',
  )
export type PageChange = z.output<typeof PageChange>

const FIELDS = ['slug', 'visibility', 'title', 'content'] as const

const PageChangePair = z.object({
  name: z.enum(FIELDS),
  value: z.unknown(),
  seen_updated_at: z.unknown().optional(),
})

/** Also accepts the pair `name` and `value` of one change. */
export const updatePage = endpoint({
  method: 'PATCH',
  path: '/api/admin/pages/:slug',
  access: 'admin',
  summary: 'Changes a page and keeps its former state as a version.',
  params: bySlug,
  body: z.preprocess(input => {
    const pair = PageChangePair.safeParse(input)
    if (!pair.success) return input
    const { name, value, seen_updated_at } = pair.data
    return { [name]: value, seen_updated_at }
  }, PageChange),
  response: oneReply,
})

export const deletePage = endpoint({
  method: 'DELETE',
  path: '/api/admin/pages/:slug',
  access: 'admin',
  summary: 'Deletes a page with its versions.',
  params: bySlug,
  status: 204,
})

export const orderPages = endpoint({
  method: 'PUT',
  path: '/api/admin/page-order',
  access: 'admin',
  summary: 'Puts the pages in this order; pages that are not named follow in their former order.',
  body: z.object({ slugs: z.array(z.string().max(80)).min(1).max(MAX_PAGES) }),
  status: 204,
})

export const listPageVersions = endpoint({
  method: 'GET',
  path: '/api/admin/pages/:slug/versions',
  access: 'admin',
  summary: 'Lists the last versions of a page, newest first.',
  params: bySlug,
  response: z.object({ data: z.array(PageVersion) }),
})

export const restorePageVersion = endpoint({
  method: 'POST',
  path: '/api/admin/pages/:slug/versions/:id/restore',
  access: 'admin',
  summary: 'Makes a version the current state; the state before becomes a version.',
  params: bySlug.extend({ id: Id }),
  body: z.object({ seen_updated_at: SeenUpdatedAt }),
  response: oneReply,
})
