import type { Db } from '../../db/open.ts'
import { findLines } from './items.repository.ts'
import { audienceOf } from './items.rules.ts'

export interface Audience {
  id: string
  parentId: string | null
  userIds: string[]
}

/** Asked for nobody in particular. */
const NOBODY = ''

/** Who is to hear of changes to which items; those that are gone have nobody. */
export async function findAudiences(db: Db, ids: readonly string[]): Promise<Audience[]> {
  const lines = await findLines(db, ids, NOBODY)
  return [...lines].map(([id, line]) => ({
    id,
    parentId: line[0]?.parent_id ?? null,
    userIds: audienceOf(line),
  }))
}
