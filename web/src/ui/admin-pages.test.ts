import { translationPartOf } from '@coffer/contract'
import { expect, test } from 'vitest'
import { adminPagesFor } from './admin-pages.ts'

test('the search can name the pages of the admin area before its texts are loaded', () => {
  const labels = adminPagesFor('fixed').flatMap(({ pages }) => pages.map(({ label }) => label))
  expect(labels.filter(label => translationPartOf(label) !== 'app')).toEqual([])
})
