// @vitest-environment jsdom
import type { EditablePage } from '@coffer/contract/pages'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  click,
  field,
  find,
  queries,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { pageQuery } from '../../features/pages-editor/pages.api.ts'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import { CreatePagePage, EditPagePage } from './page-editor.tsx'

setUpRendering()

let calls: ReturnType<typeof stubCalls>
const saves = () => calls.filter(({ method }) => method !== 'GET')
const save = () => saves()[0]
/** The last call that reads the page, or its versions. */
const read = (path = '/pages/rules') =>
  calls.findLast(call => call.method === 'GET' && call.path.endsWith(path))
const texts = { en: { title: 'Rules', content: 'First' } }
const attributes = {
  slug: 'rules',
  title: 'Rules',
  visibility: 'draft',
  texts,
  locales: ['en'],
  updated_at: '2026-01-01T00:00:00.000Z',
}
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
const conflict = {
  ...invalid,
  title: 'Someone else changed this page',
  status: 409,
  code: 'page.changed_concurrently',
  errors: undefined,
}
/** The page as someone else saved it. */
const newer = {
  texts: { en: { title: 'Rules', content: 'Theirs' } },
  updated_at: '2026-01-02T00:00:00.000Z',
}
const content = () => find<HTMLTextAreaElement>('textarea')
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

const pageWith = (changes: Partial<EditablePage['attributes']>) =>
  ({ id: 'p', attributes: { ...attributes, ...changes } }) as EditablePage
const store = (changes: Partial<EditablePage['attributes']>) =>
  act(async () => queries.setQueryData(pageQuery('rules').queryKey, pageWith(changes)))

async function showEditor(changes: Partial<EditablePage['attributes']> = {}) {
  await store(changes)
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

test('a save names the version that was edited, also when a newer one was loaded since', async () => {
  await showEditor()
  await type(content(), 'Mine')
  await store(newer)
  await settle()
  expect(content().value).toBe('Mine')
  await submit()
  expect(save()?.body).toMatchObject({ seen_updated_at: attributes.updated_at })
})

test('what is typed while a page is being saved is saved as a change of the saved version', async () => {
  await showEditor()
  await type(content(), 'Mine')
  await submit()
  await type(content(), 'Mine, too')
  const { updated_at } = newer
  const saved = pageWith({ texts: { en: { title: 'Rules', content: 'Mine' } }, updated_at })
  await save()?.answer(200, { data: saved })
  await read()?.answer(200, { data: saved })
  await read('/versions')?.answer(200, { data: [] })
  await submit()
  expect(saves().at(-1)?.body).toMatchObject({
    texts: { en: { content: 'Mine, too' } },
    seen_updated_at: updated_at,
  })
})

describe('a save that a change of someone else rejects', () => {
  beforeEach(async () => {
    await showEditor()
    await type(content(), 'Mine')
    await submit()
    await save()?.answer(409, conflict)
    expect(popups.get()[0]).toMatchObject({
      title: conflict.title,
      message: 'popups.newer_text',
      buttons: [{ label: 'popups.newer_keep' }, { label: 'popups.newer_load' }],
    })
  })
  const answer = async (agreed: boolean) => {
    await act(async () => closePopup(popups.get()[0]?.id ?? 0, agreed))
    await settle()
  }

  test('keeps the typed text, and is rejected again', async () => {
    await answer(false)
    expect(content().value).toBe('Mine')
    await submit()
    expect(saves().at(-1)?.body).toMatchObject({ seen_updated_at: attributes.updated_at })
    expect(saves()).toHaveLength(2)
  })

  test('shows the newer version on request', async () => {
    await answer(true)
    expect(content().value).toBe('Mine')
    await read()?.answer(200, { data: pageWith(newer) })
    expect(content().value).toBe('Theirs')
    await type(content(), 'Both')
    await submit()
    expect(saves().at(-1)?.body).toMatchObject({ seen_updated_at: newer.updated_at })
  })

  test('keeps the typed text when the newer version cannot be loaded', async () => {
    await answer(true)
    await read()?.answer(503, {})
    expect(content().value).toBe('Mine')
    expect(popups.get()[0]?.title).toBe('popup_error.title')
  })
})

test('a version is restored in place of the version on screen only', async () => {
  await showEditor()
  const version = {
    id: 'v',
    attributes: { title: 'First', author: null, created_at: newer.updated_at },
  }
  await read('/versions')?.answer(200, { data: [version] })
  await click(find('section li button'))
  expect(save()?.body).toEqual({ seen_updated_at: attributes.updated_at })
  await save()?.answer(409, conflict)
  expect(popups.get()[0]?.title).toBe(conflict.title)
  await read()?.answer(200, { data: pageWith(newer) })
  expect(content().value).toBe('Theirs')
})
