import type { Db } from '../src/db/open.ts'
import type { ItemRow } from '../src/db/schema.ts'
import { findMiscounts } from './miscounts.ts'

type Rows = ReadonlyMap<string, ItemRow>

/** Ancestors of an item, nearest first; stops at loops and missing parents. */
function ancestorsOf(rows: Rows, item: ItemRow): ItemRow[] {
  const ancestors: ItemRow[] = []
  let next = item.parent_id === null ? undefined : rows.get(item.parent_id)
  while (next && next !== item && !ancestors.includes(next)) {
    ancestors.push(next)
    next = next.parent_id === null ? undefined : rows.get(next.parent_id)
  }
  return ancestors
}

function locationErrors(rows: Rows, item: ItemRow): string[] {
  const ancestors = ancestorsOf(rows, item)
  const isLive = item.trashed_at === null
  const isTeamTop = item.id === item.team_id
  const parent = ancestors[0]
  return [
    ...(isLive && !isTeamTop && item.team_id !== (parent?.team_id ?? null)
      ? ['has another team than its folder']
      : []),
    ...(isLive && isTeamTop && parent?.id !== item.owner_id
      ? ['is a team folder in a folder']
      : []),
    ...(ancestors.at(-1)?.id === item.owner_id ? [] : ['does not reach its home']),
    ...(ancestors.every(folder => folder.type === 'folder') ? [] : ['lies in a file']),
    ...(ancestors.every(folder => folder.owner_id === item.owner_id)
      ? []
      : ['lies with another owner']),
    ...(isLive && ancestors.some(folder => folder.trashed_at !== null)
      ? ['is live in the trash']
      : []),
  ]
}

function trashErrors(rows: Rows, item: ItemRow): string[] {
  if (item.trashed_with === null) return []
  const top = rows.get(item.trashed_with)
  const isWith = top?.trashed_at !== null && top?.trashed_with === null
  const isBelow = ancestorsOf(rows, item).some(folder => folder === top)
  return [
    ...(item.trashed_at === null ? ['is live although it was removed'] : []),
    ...(isWith && isBelow ? [] : ['was removed with a folder that does not contain it']),
  ]
}

/** A trashed folder counts the children trashed along with it. */
function countErrors(children: readonly ItemRow[], folder: ItemRow): string[] {
  const counted = children.filter(child =>
    folder.trashed_at === null ? child.trashed_at === null : child.trashed_with !== null,
  )
  const folders = counted.filter(child => child.type === 'folder').length
  const isRight = folder.folder_count === folders && folder.file_count === counted.length - folders
  return isRight ? [] : ['has wrong counts']
}

function nameErrors(children: readonly ItemRow[]): string[] {
  const keys = children.filter(child => child.trashed_at === null).map(child => child.name_key)
  return new Set(keys).size === keys.length ? [] : ['contains a name twice']
}

/** A file stores the number of its versions. */
async function contentErrors(db: Db): Promise<string[]> {
  const miscounted = await db
    .selectFrom('items')
    .select(['items.id', 'items.name'])
    .where(eb =>
      eb(
        'version_count',
        '<>',
        eb
          .selectFrom('item_versions')
          .select(count => count.fn.countAll<number>().as('count'))
          .whereRef('item_versions.item_id', '=', 'items.id'),
      ),
    )
    .execute()
  return miscounted.map(({ id, name }) => `${name} (${id}) has a wrong version count`)
}

/** Returns all violations of the invariants that every database must satisfy. */
export async function findIntegrityErrors(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('items').selectAll().execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  const byParent = Map.groupBy(rows, row => row.parent_id)
  const errors = rows.flatMap(item => {
    const children = byParent.get(item.id) ?? []
    const itemErrors = [
      ...(item.parent_id === null ? [] : locationErrors(byId, item)),
      ...trashErrors(byId, item),
      ...countErrors(children, item),
      ...nameErrors(children),
    ]
    return itemErrors.map(error => `${item.name} (${item.id}) ${error}`)
  })
  const miscounts = await findMiscounts(db)
  return [
    ...errors,
    ...(await contentErrors(db)),
    ...miscounts.map(miscount => `quota ${JSON.stringify(miscount)}`),
  ]
}
