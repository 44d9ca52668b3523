// @vitest-environment jsdom
import type { EditablePage } from '@coffer/contract/pages'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  click,
  field,
  find,
  queries,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { pageQuery } from '../../features/pages-editor/pages.api.ts'
import { CreatePagePage, EditPagePage } from './page-editor.tsx'

setUpRendering()

let calls: ReturnType<typeof stubCalls>
const save = () => calls.find(({ method }) => method !== 'GET')
const texts = { en: { title: 'Rules', content: 'First' } }
const attributes = { slug: 'rules', title: 'Rules', visibility: 'draft', texts, locales: ['en'] }
const language = () => find<HTMLSelectElement>('section:nth-of-type(2) select')
const chooseLanguage = (locale: string) =>
  act(async () => {
    language().value = locale
    language().dispatchEvent(new Event('change', { bubbles: true }))
  })
const title = () => field('[lang] input')
const invalid = {
  type: 'about:blank',
  title: 'Invalid',
  status: 422,
  detail: '',
  message: '',
  code: 'validation.failed',
  errors: { 'texts.es.content': ['Too long'] },
}
const isHeld = () => find('textarea').closest('[inert]') !== null

beforeEach(async () => {
  await useConfig({
    locale: 'en',
    host: 'http://localhost',
    languages: [
      { locale: 'en', name: 'English' },
      { locale: 'es', name: 'Español' },
    ],
  })
  calls = stubCalls()
})

async function showEditor(changes: Partial<EditablePage['attributes']> = {}) {
  const page = { id: 'p', attributes: { ...attributes, ...changes } } as EditablePage
  queries.setQueryData(pageQuery('rules').queryKey, page)
  await showPage(EditPagePage, '/admin/pages/$slug', '/admin/pages/rules')
}

test('nothing can be typed while a page is being created', async () => {
  await showPage(CreatePagePage, '/admin/page/create')
  const [slug, title] = document.querySelectorAll<HTMLInputElement>('input')
  if (slug) await type(slug, 'rules')
  if (title) await type(title, 'Rules')
  await type(find<HTMLTextAreaElement>('textarea'), 'First')
  await submit()
  expect(isHeld()).toBe(true)
  await save()?.answer(503, {})
  expect(isHeld()).toBe(false)
})

test('nothing can be typed while the address of a page is being changed', async () => {
  await showEditor()
  await type(field('input'), 'terms')
  await submit()
  expect(isHeld()).toBe(true)
})

test('a page at the same address can be edited while it is being saved', async () => {
  await showEditor()
  await type(find<HTMLTextAreaElement>('textarea'), 'Second')
  await submit()
  expect(save()).toBeDefined()
  expect(isHeld()).toBe(false)
})

test('an error in another language shows that language and focuses its field', async () => {
  await showPage(CreatePagePage, '/admin/page/create')
  await type(field('input'), 'rules')
  await chooseLanguage('es')
  await click(find('section:nth-of-type(2) button'))
  await type(title(), 'Reglas')
  await submit()
  expect(save()).toBeUndefined()
  expect(language().value).toBe('en')
  await vi.waitFor(() => expect(document.activeElement).toBe(title()))
  expect(title().getAttribute('aria-invalid')).toBe('true')
})

test('the server’s error in another language shows that language', async () => {
  const both = { ...texts, es: { title: 'Reglas', content: 'Primero' } }
  await showEditor({ texts: both, locales: ['en', 'es'] })
  await type(title(), 'The rules')
  await submit()
  await save()?.answer(422, invalid)
  expect(language().value).toBe('es')
  await vi.waitFor(() => expect(document.activeElement).toBe(find('textarea')))
  expect(find('[lang]').textContent).toContain('Too long')
})

test('errors in the language on screen and of the address are shown without changing it', async () => {
  await showPage(CreatePagePage, '/admin/page/create')
  await type(field('input'), 'Not an address')
  await chooseLanguage('es')
  await click(find('section:nth-of-type(2) button'))
  await submit()
  expect(language().value).toBe('es')
  await vi.waitFor(() => expect(document.activeElement).toBe(field('input')))
})
