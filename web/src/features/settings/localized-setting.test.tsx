// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  field,
  queries,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { LocalizedSetting } from './localized-setting.tsx'
import { settingsQuery } from './settings.api.ts'
import { SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

setUpRendering()

const settingsWith = (texts: Record<string, string>) => ({
  values: { header_title: { value: texts, origin: 'stored', changed_at: null, changed_by: null } },
  secrets: {},
})

/** Shows a text in two languages at once. */
function Page() {
  const form = useSettingsForm({ values: { header_title: 'Title' } })
  return (
    <SettingsPage title="Homepage" form={form}>
      {['en', 'es'].map(locale => (
        <div key={locale} id={locale}>
          <LocalizedSetting name="header_title" locale={locale} placeholder="" />
        </div>
      ))}
    </SettingsPage>
  )
}

const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'es', name: 'Español' },
]
const store = (texts: Record<string, string>) =>
  act(async () => queries.setQueryData(settingsQuery.queryKey, settingsWith(texts) as never))

beforeEach(() => useConfig({ languages } as never))

test('sends the changed language only, and follows the other ones', async () => {
  const calls = stubCalls()
  await store({ en: 'Hello', es: 'Hola' })
  await showPage(Page)
  await type(field('#es input'), 'Buenas')
  await store({ en: 'Welcome', es: 'Hola' })
  await vi.waitFor(() => expect(field('#en input').value).toBe('Welcome'))
  expect(field('#es input').value).toBe('Buenas')
  await submit()
  expect(calls[0]?.body).toMatchObject({ values: {}, texts: { header_title: { es: 'Buenas' } } })
})

test('an emptied text is removed', async () => {
  const calls = stubCalls()
  await store({ en: 'Hello', es: 'Hola' })
  await showPage(Page)
  await type(field('#es input'), '')
  await submit()
  expect(calls[0]?.body).toMatchObject({ texts: { header_title: { es: null } } })
})

test('an error names the language of its text where another one is shown', async () => {
  await store({})
  await showPage(Page)
  await type(field('#es input'), 'a'.repeat(501))
  await submit()
  const textOf = (id: string) => document.querySelector(`#${id}`)?.textContent
  expect(textOf('es')).toContain('validation.long')
  expect(textOf('es')).not.toContain('Español')
  expect(textOf('en')).toContain('Español: validation.long')
})
