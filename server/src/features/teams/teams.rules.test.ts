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

describe('exceedsLimit', () => {
  it('rejects a new address exactly when the distinct addresses reach the total', () => {
    fc.assert(
      fc.property(emails, email, total, (counted, added, total) => {
        const distinct = new Set(counted)
        const isRefused = total !== -1 && distinct.size >= total && !distinct.has(added)
        expect(exceedsLimit({ type: 'fixed', total }, counted, [added])).toBe(isRefused)
      }),
      searched(200),
    )
  })

  it('decides several addresses at once as it would one after the other', () => {
    fc.assert(
      fc.property(emails, emails, total, (counted, added, total) => {
        const limit = { type: 'fixed', total } as const
        const known = new Set(counted)
        let isRefused = false
        for (const email of added) {
          isRefused ||= exceedsLimit(limit, known, [email])
          known.add(email)
        }
        expect(exceedsLimit(limit, counted, added)).toBe(isRefused)
      }),
      searched(200),
    )
  })

  it('allows any address without a fixed subscription and with a total of -1', () => {
    fc.assert(
      fc.property(emails, emails, total, (counted, added, total) => {
        for (const type of ['none', 'metered'] as const)
          expect(exceedsLimit({ type, total }, counted, added)).toBe(false)
        expect(exceedsLimit({ type: 'fixed', total: -1 }, counted, added)).toBe(false)
      }),
      searched(100),
    )
  })
})

const permission = fc.constantFrom('can_edit' as const, 'can_view' as const)
const invited = fc.uniqueArray(fc.record({ email, permission }), {
  selector: person => person.email,
})

describe('differenceOf', () => {
  it('turns the current members and invitations into the requested ones', () => {
    fc.assert(
      fc.property(invited, invited, invited, (before, keptMembers, invitations) => {
        const idOf = (address: string) => `id of ${address}`
        const members = before.slice(0, 2).map(person => ({ ...person, id: idOf(person.email) }))
        const isMember = (person: { email: string }) =>
          members.some(it => it.email === person.email)
        const pending = before.slice(2).filter(person => !isMember(person))
        const changes = {
          members: keptMembers.map(person => ({
            id: idOf(person.email),
            permission: person.permission,
          })),
          invitations,
        }
        const { removed, changed, withdrawn, changedInvitations, ...rest } = differenceOf(
          members,
          pending,
          changes,
        )
        const after = new Map(members.map(person => [person.email, person.permission]))
        for (const person of removed) after.delete(person.email)
        for (const person of changed) after.set(person.email, person.permission)
        const staying = members.filter(person =>
          keptMembers.concat(invitations).some(it => it.email === person.email),
        )
        expect([...after.keys()]).toEqual(staying.map(person => person.email))
        const remaining = pending.filter(person => !withdrawn.includes(person))
        const invitedEmails = [...remaining, ...rest.invited].map(person => person.email).sort()
        const expectedEmails = invitations
          .filter(person => !isMember(person))
          .map(person => person.email)
        expect(invitedEmails).toEqual(expectedEmails.sort())
        for (const person of changedInvitations) expect(invitations).toContainEqual(person)
      }),
      searched(300),
    )
  })

  it('keeps lists that are not given', () => {
    const member = { id: '1', email: 'a@x.test', permission: 'can_edit' as const }
    const pending = { email: 'b@x.test', permission: 'can_view' as const }
    const unchanged = {
      removed: [],
      changed: [],
      withdrawn: [],
      changedInvitations: [],
      invited: [],
    }
    expect(differenceOf([member], [pending], { invitations: [pending] })).toEqual(unchanged)
    expect(differenceOf([member], [pending], { members: [member] })).toEqual(unchanged)
  })
})
