import i18next from 'i18next'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeLocale, loadTranslationPart, startI18n } from './i18n.ts'

const paths: string[] = []

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} })
  // Each part contains one message, whose text names its language.
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    const { pathname, searchParams } = new URL(path, 'http://coffer.test')
    const part = searchParams.get('part') ?? 'app'
    return Response.json({ [`test.${part}`]: `${part} of ${pathname}` })
  })
})
afterAll(() => {
  i18next.off('languageChanged')
  vi.unstubAllGlobals()
})

test('a language of which one part is loaded gets its other parts when it is chosen', async () => {
  await startI18n('en')
  await loadTranslationPart('admin', 'es')
  await changeLocale('es')
  expect(i18next.t('test.app' as never)).toMatch(/^app of .*es$/)
  expect(i18next.t('test.admin' as never)).toMatch(/^admin of .*es$/)
  await changeLocale('en')
  expect(i18next.t('test.admin' as never)).toMatch(/^admin of .*en$/)
  expect(paths).toHaveLength(new Set(paths).size)
})

test('the page has the direction that the server uses for the language', async () => {
  // Older browsers do not know the direction of languages.
  vi.spyOn(Intl, 'Locale').mockImplementation(class {} as never)
  await startI18n('en')
  expect(document.documentElement.dir).toBe('ltr')
  await changeLocale('sd' as never)
  expect(document.documentElement.dir).toBe('rtl')
  vi.restoreAllMocks()
})
