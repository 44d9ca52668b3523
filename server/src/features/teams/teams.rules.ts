import { limitsMembers } from '@coffer/contract/account-limits'

/** The most people in an owner's team folders; applies to fixed subscriptions only. */
export interface TeamLimit {
  type: 'none' | 'fixed' | 'metered'
  /** -1 means no limit. */
  total: number
}

/**
 * Whether new addresses exceed the limit: with a fixed subscription, when the number of distinct
 * addresses reaches the total. Addresses that are already counted do not count again.
 */
export function exceedsLimit(
  { type, total }: TeamLimit,
  counted: Iterable<string>,
  added: readonly string[],
): boolean {
  if (!limitsMembers({ subscription_type: type }) || total === -1) return false
  const emails = new Set(counted)
  for (const email of added) {
    if (emails.has(email)) continue
    if (emails.size >= total) return true
    emails.add(email)
  }
  return false
}

interface Person {
  id: string
  email: string
  permission: 'can_edit' | 'can_view'
}

interface Invited {
  email: string
  permission: 'can_edit' | 'can_view'
}

/** The requested members and invitations; a missing list stays as it is. */
export interface MemberChanges {
  members?: readonly Pick<Person, 'id' | 'permission'>[] | undefined
  invitations?: readonly Invited[] | undefined
}

interface Difference<I> {
  removed: Person[]
  /** Members with their new permission. */
  changed: Person[]
  withdrawn: I[]
  /** Open invitations with their new permission. */
  changedInvitations: I[]
  invited: Invited[]
}

/** Computes the changes that turn the current members and invitations into the requested ones. */
export function differenceOf<I extends Invited>(
  members: readonly Person[],
  pending: readonly I[],
  changes: MemberChanges,
): Difference<I> {
  const permissionByEmail = new Map(
    changes.invitations?.map(person => [person.email, person.permission]),
  )
  const permissionById = new Map(changes.members?.map(person => [person.id, person.permission]))
  // An invitee may have joined since the caller loaded the list, and is then listed as invited
  // only.
  const permissionOf = ({ id, email }: Person) =>
    permissionById.get(id) ?? permissionByEmail.get(email)
  const knownEmails = new Set([...members, ...pending].map(person => person.email))
  const areMembersGiven = changes.members !== undefined
  return {
    removed: areMembersGiven ? members.filter(person => !permissionOf(person)) : [],
    changed: areMembersGiven
      ? members.flatMap(person => {
          const permission = permissionOf(person)
          return permission && permission !== person.permission ? { ...person, permission } : []
        })
      : [],
    withdrawn: changes.invitations
      ? pending.filter(person => !permissionByEmail.has(person.email))
      : [],
    changedInvitations: pending.flatMap(person => {
      const permission = permissionByEmail.get(person.email)
      return permission && permission !== person.permission ? { ...person, permission } : []
    }),
    invited: [...permissionByEmail].flatMap(([email, permission]) =>
      knownEmails.has(email) ? [] : { email, permission },
    ),
  }
}
