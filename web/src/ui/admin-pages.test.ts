import { translationPartOf } from '@coffer/contract'
import { expect, test } from 'vitest'
import { adminPagesFor } from './admin-pages.ts'

test('the search can name the pages of the admin area before its texts are loaded', () => {
  const labels = adminPagesFor('fixed', false).flatMap(({ pages }) =>
    pages.map(({ label }) => label),
  )
  expect(labels.filter(label => translationPartOf(label) !== 'app')).toEqual([])
})

test.each([
  ['none', false, false],
  ['none', true, true],
  ['fixed', false, true],
] as const)('type %s, any billing %s: the pages of billing are listed: %s', (type, has, shown) => {
  const titles = adminPagesFor(type, has).map(({ title }) => title)
  expect(titles.includes('admin.billing')).toBe(shown)
})
