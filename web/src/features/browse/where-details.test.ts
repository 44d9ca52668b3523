// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { expect, test } from 'vitest'
import { pathOf } from './where-details.tsx'

const texts = { t: (key: string) => key } as unknown as Parameters<typeof pathOf>[2]
const item = (owner: string, ancestors: string[]) =>
  ({
    attributes: { team_id: owner === 'me' ? null : 'team' },
    relationships: { owner: { data: { id: owner } } },
    meta: { can: { download: true }, ancestors: ancestors.map(name => ({ name })) },
  }) as unknown as Item

test('an item of the user is below Files, with all of its folders', () => {
  expect(pathOf(item('me', ['Projects', 'Invoices']), 'me', texts)).toBe(
    'places.files / Projects / Invoices',
  )
})

test('an item in another user’s team folder is below Shared with me', () => {
  expect(pathOf(item('ada', ['Crew']), 'me', texts)).toBe('places.shared_with_me / Crew')
})
