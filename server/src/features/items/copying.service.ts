import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { ROWS_PER_STATEMENT } from '../../db/write-in-batches.ts'
import type { Deps } from '../../deps.ts'
import { inBatches, inWeightedBatches } from '../../lib/batches.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import { findInPages } from './bulk-selection.repository.ts'
import { type Copy, type CopyInto, findChildren, insertCopies } from './copying.repository.ts'

export interface CopyContext {
  deps: Pick<Deps, 'now' | 'newId'>
  actor: Actor
  /** The owner of the copies. */
  ownerId: string
}

/** A folder whose copy is still empty. */
interface EmptyCopy {
  sourceId: string
  id: string
  children: number
}

/** A copy that keeps the name. */
export const copyOf = (
  { newId }: CopyContext['deps'],
  sourceId: string,
  parentId: string,
): Copy => ({ sourceId, id: newId(), parentId, name: null })

/** @throws AppError `upload.quota_exceeded` */
export async function requireQuota(
  tx: Db,
  { actor, ownerId }: Pick<CopyContext, 'actor' | 'ownerId'>,
  bytes: number,
): Promise<void> {
  if (bytes > 0 && !(await quotas.use(tx, ownerId, bytes, 0))) throw quotaExceeded(actor, ownerId)
}

/**
 * Copies items with everything live in them, from the top down. Each statement writes a limited
 * number of rows, so that a server on SQLite can answer other requests in between.
 * @throws AppError `upload.quota_exceeded`
 */
export async function copyTrees(
  tx: Db,
  tops: readonly Copy[],
  context: CopyContext,
  destination: Omit<CopyInto, 'at'>,
): Promise<void> {
  const into = { ...destination, at: context.deps.now().getTime() }
  const insert = async (copies: readonly Copy[]): Promise<EmptyCopy[]> => {
    const inserted = await insertCopies(tx, copies, into)
    const bytes = inserted.reduce((sum, copy) => sum + Number(copy.size_bytes), 0)
    await requireQuota(tx, context, bytes)
    const sourceIds = new Map(copies.map(({ id, sourceId }) => [id, sourceId]))
    return inserted
      .filter(({ children }) => children > 0)
      .map(({ id, children }) => ({ id, children, sourceId: sourceIds.get(id) ?? '' }))
  }
  let folders: EmptyCopy[] = []
  for (const copies of inBatches(tops, ROWS_PER_STATEMENT)) folders.push(...(await insert(copies)))
  while (folders.length > 0) {
    const inner: EmptyCopy[] = []
    for await (const copies of childrenOf(tx, folders, context.deps))
      inner.push(...(await insert(copies)))
    folders = inner
  }
}

/** Reads what folders contain: small folders together, a large one in pages. */
async function* childrenOf(
  tx: Db,
  folders: readonly EmptyCopy[],
  deps: CopyContext['deps'],
): AsyncGenerator<Copy[]> {
  for (const batch of inWeightedBatches(folders, ROWS_PER_STATEMENT, ({ children }) => children)) {
    const [first] = batch
    if (first && first.children > ROWS_PER_STATEMENT) {
      const all = { folderId: first.sourceId, except: [], placedAt: null }
      for await (const page of findInPages(tx, all))
        yield page.map(({ id }) => copyOf(deps, id, first.id))
    } else {
      const copyIds = new Map(batch.map(({ sourceId, id }) => [sourceId, id]))
      const children = await findChildren(tx, [...copyIds.keys()])
      yield children.map(({ id, parent_id }) => copyOf(deps, id, copyIds.get(parent_id) ?? ''))
    }
  }
}
