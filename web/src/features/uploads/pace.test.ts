import { translations } from '@coffer/contract/translations/index'
import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { timeLeftText } from './pace.ts'

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    resources: { en: { translation: translations.en } },
  })
})

it.each([
  [0.2, '1 s left'],
  [61, '61 s left'],
  [119, '119 s left'],
  [121, '2 min left'],
  [7100, '118 min left'],
  [7300, '2 h left'],
])('shows %s s in a unit that rounding does not distort', (seconds, text) => {
  expect(timeLeftText(seconds * 1000, 1000)).toBe(text)
})

it('returns null while there is no speed', () => {
  expect(timeLeftText(1000, 0)).toBeNull()
})
