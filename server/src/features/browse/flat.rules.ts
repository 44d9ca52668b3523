import type { UserActor } from '../../actor.ts'

/**
 * Whose items a flat list holds: an admin's everybody's, anyone else's his own. Null where somebody
 * else's were asked for: a list that is empty tells nothing about them.
 */
export function scopeOf(
  actor: UserActor,
  wanted: string | undefined,
): { ownerId: string | null } | null {
  if (actor.role === 'admin') return { ownerId: wanted ?? null }
  return wanted === undefined || wanted === actor.userId ? { ownerId: actor.userId } : null
}

/** Whether anything but the owner is asked for. */
export const isNarrowed = ({ ownerId: _, ...rest }: { ownerId: string | null }): boolean =>
  Object.values(rest).some(value => value !== undefined)
