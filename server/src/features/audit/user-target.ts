import type { Db } from '../../db/open.ts'
import { requestContext } from '../../request-context.ts'
import { findUserName } from './targets.repository.ts'

/** A user as the target of an event. */
export interface UserTarget {
  type: 'user'
  id: string
  name: string
}

/** Names a user as the target of an event; the caller of the request needs no query. */
export async function userTarget(tx: Db, id: string): Promise<UserTarget> {
  const actor = requestContext.getStore()?.actor
  const isCaller = actor?.kind === 'user' && actor.userId === id
  const name = isCaller ? actor.name : await findUserName(tx, id)
  return { type: 'user', id, name: name ?? '' }
}

/** Names a user as the one who did it, where the request does not do so yet: while signing in. */
export const userActor = ({ id, name }: Pick<UserTarget, 'id' | 'name'>) =>
  ({ type: 'user', id, name }) as const
