import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item } from './items.ts'
import { Crumb, Id, PageQuery, timeBound } from './resource.ts'
import { TimeZone } from './time-zone.ts'
import { Person } from './users.ts'

export const SEARCH_TYPES = [
  'folder',
  'file',
  'image',
  'video',
  'audio',
  'document',
  'other',
] as const
export const SearchType = z.enum(SEARCH_TYPES)
export type SearchType = z.infer<typeof SearchType>

/** Search text, which may contain filters: `type:pdf in:invoices before:2026-01`. */
export const SearchQuery = PageQuery.extend({
  query: z.string().max(200, 'validation.invalid').default(''),
  /**
   * Time zone of the days in the search text; that of the account by default, else UTC. An unknown one
   * counts as none, because browsers may know newer time zones than the server.
   */
  time_zone: TimeZone.optional().catch(undefined),
  type: SearchType.optional(),
  /** File extension without the dot. */
  extension: z
    .string()
    .regex(/^[\p{L}\p{N}]{1,16}$/u, 'validation.invalid')
    .optional(),
  owner: Id.optional(),
  /** Document type and subcategory. */
  document_type: Id.optional(),
  subcategory: Id.optional(),
  /** Modified from and to; days are in UTC. */
  from: timeBound(false).optional(),
  to: timeBound(true).optional(),
  min_size: z.coerce.number().int().min(0).optional(),
  max_size: z.coerce.number().int().min(0).optional(),
  /** A folder: limits the search to it and everything below it. */
  in: Id.optional(),
  page: z.coerce.number().int().min(1).max(20).default(1),
})
export type SearchQuery = z.output<typeof SearchQuery>

/** How well a name matches, best first; `text` when only the content does. */
export const FITS = ['exact', 'prefix', 'word', 'part', 'typo', 'text'] as const
export type Fit = (typeof FITS)[number]

/** Matches in a text: start and end positions. */
export const Marks = z.array(z.tuple([z.int(), z.int()]))
export type Marks = z.infer<typeof Marks>

export const SearchHit = Item.extend({
  meta: Item.shape.meta.extend({
    fit: z.enum(FITS),
    marks: Marks,
    /** Ancestors, outermost first. */
    path: z.array(Crumb),
    /** Excerpt of the text with the match, if the content matches. */
    snippet: z.object({ text: z.string(), marks: Marks }).nullable(),
  }),
})
export type SearchHit = z.infer<typeof SearchHit>

export const searchItems = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'user',
  summary: 'Finds items by name and text, best first; tolerates typos and accents.',
  query: SearchQuery,
  response: z.object({
    data: z.array(SearchHit),
    meta: z.object({ page: z.int(), has_more: z.boolean() }),
  }),
})

export const searchPeople = endpoint({
  method: 'GET',
  path: '/api/search/people',
  access: 'admin',
  summary: 'Finds users by name and email, best first.',
  query: z.object({ query: z.string().max(200, 'validation.invalid').default('') }),
  response: z.object({ data: z.array(Person) }),
})
