import { expect, it } from 'vitest'
import { errorsBySetting, withChange, withoutSaved } from './settings-draft.ts'

it('keeps a changed value until it is changed back', () => {
  const changed = withChange({}, 'app_title', 'Files', 'Coffer')
  expect(changed).toEqual({ app_title: 'Files' })
  expect(withChange(changed, 'app_title', 'Coffer', 'Coffer')).toEqual({})
})

it('compares lists and objects by their content', () => {
  expect(withChange({}, 'texts', { en: 'a' }, { en: 'a' })).toEqual({})
  expect(withChange({}, 'texts', { en: 'b' }, { en: 'a' })).toEqual({ texts: { en: 'b' } })
})

it('keeps an emptied value', () => {
  expect(withChange({}, 'google_analytics', null, 'G-1')).toEqual({ google_analytics: null })
  expect(withChange({}, 'mimetypes_blacklist', '', 'exe')).toEqual({ mimetypes_blacklist: '' })
})

it('leaves the other changes alone', () => {
  const draft = { app_title: 'Files', trash_days: 3 }
  expect(withChange(draft, 'trash_days', 30, 30)).toEqual({ app_title: 'Files' })
})

it('drops what was saved and keeps what was typed meanwhile', () => {
  const saved: Record<string, unknown> = { app_title: 'Files', trash_days: 3 }
  expect(withoutSaved({ app_title: 'Files', trash_days: 4 }, name => saved[name])).toEqual({
    trash_days: 4,
  })
})

it('finds the setting of a field error', () => {
  expect(
    errorsBySetting({ 'values.app_color': 'a', 'secrets.smtp_password': 'b', trash_days: 'c' }),
  ).toEqual({ app_color: 'a', smtp_password: 'b', trash_days: 'c' })
})

it('finds the language of an error of a homepage text', () => {
  expect(
    errorsBySetting({ 'texts.header_title.es': 'a', 'values.registration_domains.0': 'b' }),
  ).toEqual({ 'header_title.es': 'a', registration_domains: 'b' })
})
