import { expect, it } from 'vitest'
import { codeFrom, plainCode } from './setup-code.rules.ts'

const bytes = Uint8Array.from({ length: 32 }, (_, place) => place * 7)

it('is three groups of four that people can tell apart', () => {
  expect(codeFrom(bytes)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
})

it.each([['7KQ2-M0ZD-4X1B'], ['7kq2m0zd4x1b'], [' 7KQ2 MOZD 4XIB '], ['7kq2–mozd–4xlb']])(
  '%s is the same code however it is typed',
  typed => {
    expect(plainCode(typed)).toBe('7KQ2M0ZD4X1B')
  },
)
