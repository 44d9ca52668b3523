import type { Db } from '../../db/open.ts'

/** Items that wait to be indexed. */
export async function countSearchQueue(db: Db): Promise<number> {
  const row = await db
    .selectFrom('search_queue')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Uploads without a file yet. */
export async function countOpenUploads(db: Db): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('item_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.total)
}
