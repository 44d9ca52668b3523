import { expect, test } from 'vitest'
import { withTypedSince } from './typed-since.ts'

test('a saved form shows the answer, except in fields that were typed in since', () => {
  const sent = { name: ' Ada ', city: 'Turin' }
  const saved = { name: 'Ada', city: 'Turin' }
  expect(withTypedSince(saved, sent, sent)).toEqual(saved)
  expect(withTypedSince(saved, sent, { ...sent, city: 'Turin, Italy' })).toEqual({
    name: 'Ada',
    city: 'Turin, Italy',
  })
})
