import { expect, it } from 'vitest'
import { codeFrom, normaliseCode } from './setup-code.rules.ts'

const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 7)

it('has three groups of four unambiguous characters', () => {
  expect(codeFrom(bytes)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
})

it.each([['7KQ2-M0ZD-4X1B'], ['7kq2m0zd4x1b'], [' 7KQ2 MOZD 4XIB '], ['7kq2–mozd–4xlb']])(
  'normalises %s to the same code',
  typed => {
    expect(normaliseCode(typed)).toBe('7KQ2M0ZD4X1B')
  },
)
