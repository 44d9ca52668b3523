import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searched } from '../../../test/property.ts'
import { differenceOf, exceedsLimit } from './teams.rules.ts'

const email: fc.Arbitrary<string> = fc.constantFrom(
  'a@x.test',
  'b@x.test',
  'c@x.test',
  'd@x.test',
  'a+1@x.test',
)
const emails = fc.array(email, { maxLength: 6 })
const total = fc.integer({ min: -1, max: 5 })

// Spec §5
describe('the limit of team members', () => {
  it('refuses one who is new exactly when the distinct addresses reach the total', () => {
    fc.assert(
      fc.property(emails, email, total, (counted, wanted, total) => {
        const distinct = new Set(counted)
        const isRefused = total !== -1 && distinct.size >= total && !distinct.has(wanted)
        expect(exceedsLimit({ type: 'fixed', total }, counted, [wanted])).toBe(isRefused)
      }),
      searched(200),
    )
  })

  it('of several at once refuses what one after the other would', () => {
    fc.assert(
      fc.property(emails, emails, total, (counted, wanted, total) => {
        const limit = { type: 'fixed', total } as const
        const known = new Set(counted)
        let isRefused = false
        for (const one of wanted) {
          isRefused ||= exceedsLimit(limit, known, [one])
          known.add(one)
        }
        expect(exceedsLimit(limit, counted, wanted)).toBe(isRefused)
      }),
      searched(200),
    )
  })

  it('never blocks where the subscription is metered or there is none, nor by -1', () => {
    fc.assert(
      fc.property(emails, emails, total, (counted, wanted, total) => {
        for (const type of ['none', 'metered'] as const)
          expect(exceedsLimit({ type, total }, counted, wanted)).toBe(false)
        expect(exceedsLimit({ type: 'fixed', total: -1 }, counted, wanted)).toBe(false)
      }),
      searched(100),
    )
  })
})

const permission = fc.constantFrom('can_edit' as const, 'can_view' as const)
const invited = fc.uniqueArray(fc.record({ email, permission }), { selector: one => one.email })

describe('the difference', () => {
  it('leads to the people that are wanted, whoever was there before', () => {
    fc.assert(
      fc.property(invited, invited, invited, (there, kept, asked) => {
        const idOf = (address: string) => `id of ${address}`
        const members = there.slice(0, 2).map(one => ({ ...one, id: idOf(one.email) }))
        const isMember = (one: { email: string }) => members.some(it => it.email === one.email)
        const waiting = there.slice(2).filter(one => !isMember(one))
        const wanted = {
          members: kept.map(one => ({ id: idOf(one.email), permission: one.permission })),
          invitations: asked,
        }
        const { removed, changed, withdrawn, reworded, ...rest } = differenceOf(
          members,
          waiting,
          wanted,
        )
        const after = new Map(members.map(one => [one.email, one.permission]))
        for (const one of removed) after.delete(one.email)
        for (const one of changed) after.set(one.email, one.permission)
        const stay = members.filter(one => kept.concat(asked).some(it => it.email === one.email))
        expect([...after.keys()]).toEqual(stay.map(one => one.email))
        const left = waiting.filter(one => !withdrawn.includes(one))
        const then = [...left, ...rest.invited].map(one => one.email).sort()
        const outside = asked.filter(one => !isMember(one)).map(one => one.email)
        expect(then).toEqual(outside.sort())
        for (const one of reworded) expect(asked).toContainEqual(one)
      }),
      searched(300),
    )
  })

  it('leaves alone what is not named', () => {
    const member = { id: '1', email: 'a@x.test', permission: 'can_edit' as const }
    const waiting = { email: 'b@x.test', permission: 'can_view' as const }
    const nothing = { removed: [], changed: [], withdrawn: [], reworded: [], invited: [] }
    expect(differenceOf([member], [waiting], { invitations: [waiting] })).toEqual(nothing)
    expect(differenceOf([member], [waiting], { members: [member] })).toEqual(nothing)
  })
})
