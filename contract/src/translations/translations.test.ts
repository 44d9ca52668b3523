import { describe, expect, it } from 'vitest'
import { translations } from './index.ts'

const { en, ...others } = translations
const english: Record<string, string> = en
const FORMS = new Intl.PluralRules('ar').resolvedOptions().pluralCategories

const FORM = new RegExp(`_(${FORMS.join('|')})$`)

/** What a message is filled in with, and how it is written: `{{count, number}}`. */
const places = (message: string) => (message.match(/\{\{[^}]*\}\}/g) ?? []).sort()

/** Said in several forms, by number. English has `_one` and `_other`, and so names them. */
const counted = Object.keys(english)
  .filter(key => key.endsWith('_other') && key.replace(/_other$/, '_one') in english)
  .map(key => key.replace(/_other$/, ''))

/** These are the same in Spanish, and meant to be. */
const ALIKE = new Set([
  ...['actions.emoji_set_twemoji', 'cookies.title', 'documents.no', 'files.emoji'],
  ...['files.kind_audio', 'filter.kind_audio', 'search.type_audio', 'storage.audios'],
  ...['guest_requests.hash', 'emails.upload_receipt.hash', 'preview.zoom', 'access_tokens.token'],
  'uploads.per_second',
  // FILES-15: these words in every language.
  'errors.custom_folder.not_at_root.detail',
])

describe.each(Object.entries<Record<string, string>>(translations))('in %s', (locale, messages) => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories

  it('no message is empty, and none has blanks at its ends', () => {
    const odd = Object.values(messages).filter(
      message => message === '' || message !== message.trim(),
    )
    expect(odd).toEqual([])
  })

  it('every counted message has each form that the language needs, and no other', () => {
    for (const base of counted) {
      const said = FORMS.filter(form => `${base}_${form}` in messages)
      // Some languages say nothing at all in a way of their own, which English can do too.
      expect(new Set(said), base).toEqual(
        new Set([...forms, ...(`${base}_zero` in english ? ['zero'] : [])]),
      )
    }
  })

  it('every message has the places that English has', () => {
    for (const [key, message] of Object.entries(messages)) {
      const model = english[key] ?? english[key.replace(FORM, '_other')]
      expect(model, `${key} is no message in English`).toBeDefined()
      expect(places(message), key).toEqual(places(model ?? ''))
    }
  })

  it('what is counted is written as numbers are', () => {
    const bare = Object.entries(messages).filter(
      ([key, message]) => /_(one|many|other)$/.test(key) && message.includes('{{count}}'),
    )
    expect(bare).toEqual([])
  })
})

it.each(Object.entries(others))('nothing is left in English in %s', (_, messages) => {
  const identical = Object.entries(messages).filter(([key, message]) => english[key] === message)
  expect(new Set(identical.map(([key]) => key))).toEqual(ALIKE)
})
