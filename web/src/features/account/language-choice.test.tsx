// @vitest-environment jsdom
import type { ClientConfig } from '@coffer/contract/config'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  choose,
  find,
  queries,
  settle,
  setUpRendering,
  show,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { userQuery } from './account.api.ts'
import { LanguageChoice } from './language-choice.tsx'

vi.mock('../../lib/i18n.ts', () => ({
  changeLocale: (locale: string) => i18next.changeLanguage(locale),
}))
setUpRendering()

const languages = ['en', 'es'].map(locale => ({ locale, name: locale }))

beforeEach(() => useConfig({ languages: languages as ClientConfig['languages'] }))

test('a language that could not be saved is not shown, also where none was chosen', async () => {
  const calls = stubCalls()
  const user = { id: 'u', relationships: { settings: { data: { attributes: {} } } } }
  queries.setQueryData(userQuery.queryKey, user as never)
  await show(<LanguageChoice />)
  const select = () => find<HTMLSelectElement>('select')
  await choose(select(), 'es')
  await settle()
  expect(select().value).toBe('es')
  await calls[0]?.answer(503, {})
  await settle()
  expect(select().value).toBe('en')
})
