/** How many people may be in somebody's team folders; it counts for fixed subscriptions only. */
export interface TeamLimit {
  type: 'none' | 'fixed' | 'metered'
  /** Spec §5: -1 means unlimited. */
  total: number
}

/**
 * Spec §5: refused when the subscription is of fixed type and the count of distinct emails reaches
 * the total, unless that email is already counted.
 */
export function exceedsLimit(
  { type, total }: TeamLimit,
  counted: Iterable<string>,
  wanted: readonly string[],
): boolean {
  if (type !== 'fixed' || total === -1) return false
  const known = new Set(counted)
  for (const email of wanted) {
    if (known.has(email)) continue
    if (known.size >= total) return true
    known.add(email)
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

/** Who is to be in a team folder; what is left out stays as it is. */
export interface MemberChanges {
  members?: readonly Pick<Person, 'id' | 'permission'>[] | undefined
  invitations?: readonly Invited[] | undefined
}

interface Difference<I> {
  removed: Person[]
  /** With what they may do from now on. */
  changed: Person[]
  withdrawn: I[]
  /** Those that wait already, with what they are to allow. */
  reworded: I[]
  invited: Invited[]
}

/** What has to be done so that these people are in the folder, and no others. */
export function differenceOf<I extends Invited>(
  members: readonly Person[],
  waiting: readonly I[],
  wanted: MemberChanges,
): Difference<I> {
  const asked = new Map(wanted.invitations?.map(one => [one.email, one.permission]))
  const named = new Map(wanted.members?.map(one => [one.id, one.permission]))
  // Whoever has joined since the caller looked is still among his invitations.
  const permissionOf = ({ id, email }: Person) => named.get(id) ?? asked.get(email)
  const present = new Set([...members, ...waiting].map(one => one.email))
  const isAnswered = wanted.members !== undefined
  return {
    removed: isAnswered ? members.filter(one => !permissionOf(one)) : [],
    changed: isAnswered
      ? members.flatMap(one => {
          const permission = permissionOf(one)
          return permission && permission !== one.permission ? { ...one, permission } : []
        })
      : [],
    withdrawn: wanted.invitations ? waiting.filter(one => !asked.has(one.email)) : [],
    reworded: waiting.flatMap(one => {
      const permission = asked.get(one.email)
      return permission && permission !== one.permission ? { ...one, permission } : []
    }),
    invited: [...asked].flatMap(([email, permission]) =>
      present.has(email) ? [] : { email, permission },
    ),
  }
}
