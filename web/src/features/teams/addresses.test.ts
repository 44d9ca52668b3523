import { describe, expect, it } from 'vitest'
import { addressesIn } from './addresses.ts'

describe('typed addresses', () => {
  it('are told apart by spaces, commas and lines, each once and in lower case', () => {
    const { emails, rest } = addressesIn('Ann@x.test, ben@x.test;\nann@x.test  <cas@x.test>')
    expect(emails).toEqual(['ann@x.test', 'ben@x.test', 'cas@x.test'])
    expect(rest).toBe('')
  })

  it('leave behind what is none', () => {
    expect(addressesIn('ann@x.test ben@ cas')).toEqual({ emails: ['ann@x.test'], rest: 'ben@ cas' })
  })
})
