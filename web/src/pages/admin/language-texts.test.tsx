// @vitest-environment jsdom
import type { Language, LanguageString } from '@coffer/contract/languages'
import { createBrowserHistory } from '@tanstack/react-router'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Call,
  click,
  find,
  queries,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { languageQuery, stringsQuery } from '../../features/languages/languages.api.ts'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import { LanguageTextsPage } from './language-texts.tsx'

setUpRendering()

const language = {
  id: 'l',
  attributes: { name: 'Français', locale: 'fr', direction: 'ltr', translated: 9, total: 9 },
} as unknown as Language
const stringOf = (value: string | null) =>
  ({
    key: 'a',
    source: 'Hello',
    value,
    previous_source: null,
    examples: [],
  }) as unknown as LanguageString

let calls: Call[]
let history: ReturnType<typeof createBrowserHistory>

beforeEach(async () => {
  await useConfig({})
  calls = stubCalls()
  queries.setQueryData(languageQuery('l').queryKey, language)
  const request = { page: 1, per_page: 50, sort: 'key', direction: 'asc' } as const
  const paginate = { total: 120 }
  queries.setQueryData(stringsQuery('l', request).queryKey, {
    data: [stringOf(null)],
    meta: { paginate },
  } as never)
  window.history.replaceState(null, '', '/admin/language/l')
  history = createBrowserHistory()
  await showPage(LanguageTextsPage, '/admin/language/$id', '/admin/language/l', history)
})
afterEach(async () => {
  for (const { id } of popups.get()) await act(async () => closePopup(id, true))
  history.destroy()
})

const field = () => find<HTMLTextAreaElement>('li textarea:not([aria-hidden])')
const leave = () =>
  act(async () => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
const openNextPage = async () => {
  await click(find('[aria-label="table.next"]'))
  await settle()
}
const saveCall = () => calls.find(({ method }) => method === 'PATCH')
const shownPage = () => new URLSearchParams(history.location.search).get('page')
const asksBeforeUnload = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a text with an error is not lost on another page without a question', async () => {
  await type(field(), 'Bonjour {{name}}')
  await leave()
  await openNextPage()
  const [question] = popups.get()
  expect(question?.title).toBe('popups.leave_title')
  expect(shownPage()).toBeNull()
  await act(async () => closePopup(question?.id ?? 0, false))
  expect(field().value).toBe('Bonjour {{name}}')
  await openNextPage()
  await act(async () => closePopup(popups.get()[0]?.id ?? 0, true))
  await settle()
  expect(shownPage()).toBe('2')
})

test('another page opens without a question once a text is saved', async () => {
  await type(field(), 'Bonjour ')
  await leave()
  await openNextPage()
  expect(shownPage()).toBeNull()
  await saveCall()?.answer(200, { data: language, meta: { strings: [stringOf('Bonjour')] } })
  expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  expect(popups.get()).toEqual([])
  expect(shownPage()).toBe('2')
  expect(asksBeforeUnload()).toBe(false)
})

test('a text that could not be saved says so and is asked about', async () => {
  await type(field(), 'Bonjour')
  await leave()
  await openNextPage()
  await saveCall()?.answer(503, {})
  expect(find('li').textContent).toContain('admin_languages.not_saved')
  expect(field().value).toBe('Bonjour')
  expect(popups.get().map(({ title }) => title)).toContain('popups.leave_title')
  expect(shownPage()).toBeNull()
})

test('a text in a field that was not left is saved before the page is left', async () => {
  expect(asksBeforeUnload()).toBe(false)
  await type(field(), 'Bonjour')
  expect(asksBeforeUnload()).toBe(true)
  await act(async () => history.push('/'))
  expect(history.location.pathname).toBe('/admin/language/l')
  await saveCall()?.answer(200, { data: language, meta: { strings: [stringOf('Bonjour')] } })
  expect(popups.get()).toEqual([])
  expect(history.location.pathname).toBe('/')
})

test('a text typed back to the saved one is not asked about', async () => {
  await type(field(), 'Bonjour')
  await type(field(), '')
  expect(asksBeforeUnload()).toBe(false)
})
