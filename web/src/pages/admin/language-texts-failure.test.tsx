// @vitest-environment jsdom
import type { Language, LanguageString } from '@coffer/contract/languages'
import { expect, test } from 'vitest'
import {
  click,
  find,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { LanguageTextsPage } from './language-texts.tsx'

setUpRendering()

const language = {
  id: 'l',
  attributes: { name: 'French', locale: 'fr', direction: 'ltr', translated: 0, total: 1 },
} as Language
const string = { key: 'a', source: 'Hello', value: null, previous_source: null, examples: [] }
const strings = {
  data: [string as unknown as LanguageString],
  meta: { paginate: { currentPage: 1, lastPage: 1, total: 1 } },
}

test('texts are shown after a retry when only the language could not be loaded', async () => {
  await useConfig({})
  const calls = stubCalls()
  await showPage(LanguageTextsPage, '/admin/language/$id', '/admin/language/l')
  const last = (path: RegExp) => calls.filter(call => path.test(call.path)).at(-1)
  await last(/strings/)?.answer(200, strings)
  await last(/\/l$/)?.answer(500, {})
  await click(find('[role=alert] button'))
  await last(/\/l$/)?.answer(200, { data: language })
  await settle()
  expect(find('ul[aria-label=French]').textContent).toContain('Hello')
})
