// @vitest-environment jsdom
import type { Language, LanguageString } from '@coffer/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import {
  click,
  find,
  queries,
  settle,
  setUpRendering,
  show,
  stubCalls,
  type,
} from '../../../test/render.tsx'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { stringsQuery } from './languages.api.ts'
import { StringRow } from './string-row.tsx'

setUpRendering()

const language = { id: 'l', attributes: { locale: 'fr', direction: 'ltr' } } as Language
const stringOf = (value: string | null) =>
  ({
    key: 'a',
    source: 'Hello',
    value,
    previous_source: null,
    examples: [],
  }) as unknown as LanguageString
const query = stringsQuery('l', { page: 1, per_page: 50, sort: 'key', direction: 'asc' })

function Rows() {
  const { data } = useQuery(query)
  return data?.data.map(row => (
    <StringRow key={row.key} language={language} string={row} onUnsaved={() => undefined} />
  ))
}

const field = () => find<HTMLTextAreaElement>('textarea:not([aria-hidden])')
const leave = () =>
  act(async () => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
const setString = (string: LanguageString) =>
  act(async () => queries.setQueryData(query.queryKey, { data: [string] } as never))

test('what is typed while a text is being saved is kept', async () => {
  const calls = stubCalls()
  await setString(stringOf(null))
  await show(<Rows />)
  await type(field(), 'Bonjour')
  await leave()
  expect(calls[0]?.body).toEqual({ strings: { a: 'Bonjour' } })
  await type(field(), 'Bonjour à tous')
  await calls[0]?.answer(200, { data: language, meta: { strings: [stringOf('Bonjour')] } })
  expect(field().value).toBe('Bonjour à tous')
})

test('a text that was saved follows other changes', async () => {
  const calls = stubCalls()
  await setString(stringOf(null))
  await show(<Rows />)
  await type(field(), 'Bonjour')
  await leave()
  await calls[0]?.answer(200, { data: language, meta: { strings: [stringOf('Bonjour')] } })
  expect(field().value).toBe('Bonjour')
  await setString(stringOf('Salut'))
  await settle()
  expect(field().value).toBe('Salut')
})

test('a text that was reset can be restored', async () => {
  const calls = stubCalls()
  const changed = { ...stringOf('Salut'), is_changed: true, product_value: 'Bonjour' }
  await setString(changed)
  await show(<Rows />)
  await click(find('[aria-label="admin_languages.reset_named"]'))
  expect(calls[0]?.body).toEqual({ strings: { a: null } })
  await calls[0]?.answer(200, { data: language, meta: { strings: [stringOf('Bonjour')] } })
  expect(field().value).toBe('Bonjour')
  await act(async () => toasts.get()[0]?.actions[0]?.run())
  expect(calls[1]?.body).toEqual({ strings: { a: 'Salut' } })
})
