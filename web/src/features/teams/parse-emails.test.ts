import { describe, expect, it } from 'vitest'
import { parseEmails } from './parse-emails.ts'

describe('typed emails', () => {
  it('are split at whitespace and separators, without duplicates, in lower case', () => {
    const { emails, rest } = parseEmails('Ann@x.test, ben@x.test;\nann@x.test  <cas@x.test>')
    expect(emails).toEqual(['ann@x.test', 'ben@x.test', 'cas@x.test'])
    expect(rest).toBe('')
  })

  it('keep invalid text as the rest', () => {
    expect(parseEmails('ann@x.test ben@ cas')).toEqual({ emails: ['ann@x.test'], rest: 'ben@ cas' })
  })
})
