import { randomUUID } from 'node:crypto'
import type { ExampleRequest } from './endpoints.ts'

/** Valid requests for pages, the homepage, the contact inbox and the demo. */
export const PAGE_EXAMPLES: Record<string, () => ExampleRequest> = {
  'GET /api/page/:slug': () => ({ params: { slug: 'cookie-policy' } }),
  'GET /api/admin/pages': () => ({}),
  'POST /api/admin/pages': () => ({
    body: { slug: `page-${randomUUID()}`, texts: { en: { title: 'Page', content: 'Text' } } },
  }),
  'GET /api/admin/pages/:slug': () => ({ params: { slug: 'cookie-policy' } }),
  'PATCH /api/admin/pages/:slug': () => ({
    params: { slug: 'cookie-policy' },
    body: { visibility: 'footer' },
  }),
  'DELETE /api/admin/pages/:slug': () => ({ params: { slug: 'none' } }),
  'PUT /api/admin/page-order': () => ({ body: { slugs: ['cookie-policy'] } }),
  'GET /api/admin/pages/:slug/versions': () => ({ params: { slug: 'cookie-policy' } }),
  'POST /api/admin/pages/:slug/versions/:id/restore': () => ({
    params: { slug: 'cookie-policy', id: randomUUID() },
  }),
  'GET /api/settings': () => ({ query: { column: 'header_title|allow_homepage' } }),
  'POST /api/admin/homepage/preview': () => ({
    body: { values: {}, locale: 'en', theme: 'light' },
  }),
  'GET /api/admin/contact': () => ({}),
  'GET /api/admin/contact/count': () => ({}),
  'PATCH /api/admin/contact/:id': () => ({
    params: { id: randomUUID() },
    body: { is_answered: true },
  }),
  'DELETE /api/admin/contact/:id': () => ({ params: { id: randomUUID() } }),
  'POST /api/demo': () => ({}),
}
