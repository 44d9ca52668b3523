import type { Db } from '../src/db/open.ts'
import type { ItemRow } from '../src/db/schema.ts'
import { quotas } from '../src/features/quotas/index.ts'

type Rows = ReadonlyMap<string, ItemRow>

/** The items above one, nearest first; stops where the tree has a loop or a hole. */
function above(rows: Rows, item: ItemRow): ItemRow[] {
  const line: ItemRow[] = []
  let next = item.parent_id === null ? undefined : rows.get(item.parent_id)
  while (next && next !== item && !line.includes(next)) {
    line.push(next)
    next = next.parent_id === null ? undefined : rows.get(next.parent_id)
  }
  return line
}

function placeFaults(rows: Rows, item: ItemRow): string[] {
  const line = above(rows, item)
  const isLive = item.trashed_at === null
  const isTeamTop = item.id === item.team_id
  const place = line[0]
  return [
    ...(isLive && !isTeamTop && item.team_id !== (place?.team_id ?? null)
      ? ['is not of the team of its folder']
      : []),
    ...(isLive && isTeamTop && place?.id !== item.owner_id ? ['is a team folder in a folder'] : []),
    ...(line.at(-1)?.id === item.owner_id ? [] : ['does not reach its home']),
    ...(line.every(folder => folder.type === 'folder') ? [] : ['lies in a file']),
    ...(line.every(folder => folder.owner_id === item.owner_id) ? [] : ['lies with another owner']),
    ...(isLive && line.some(folder => folder.trashed_at !== null) ? ['lives in the trash'] : []),
  ]
}

function trashFaults(rows: Rows, item: ItemRow): string[] {
  if (item.trashed_with === null) return []
  const top = rows.get(item.trashed_with)
  const isWith = top?.trashed_at !== null && top?.trashed_with === null
  const isBelow = above(rows, item).some(folder => folder === top)
  return [
    ...(item.trashed_at === null ? ['lives, yet was removed'] : []),
    ...(isWith && isBelow ? [] : ['was removed with what does not hold it']),
  ]
}

/** A folder in the trash counts what went there with it. */
function countFaults(children: readonly ItemRow[], folder: ItemRow): string[] {
  const shown = children.filter(child =>
    folder.trashed_at === null ? child.trashed_at === null : child.trashed_with !== null,
  )
  const folders = shown.filter(child => child.type === 'folder').length
  const isRight = folder.folder_count === folders && folder.file_count === shown.length - folders
  return isRight ? [] : ['counts wrong']
}

function nameFaults(children: readonly ItemRow[]): string[] {
  const keys = children.filter(child => child.trashed_at === null).map(child => child.name_key)
  return new Set(keys).size === keys.length ? [] : ['holds a name twice']
}

/** A file tells how many versions it has. */
async function contentFaults(db: Db): Promise<string[]> {
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
  return miscounted.map(({ id, name }) => `${name} (${id}) counts its versions wrong`)
}

/** Everything that is never true of a sound database, whatever happened to it. */
export async function validateForm(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('items').selectAll().execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  const byParent = Map.groupBy(rows, row => row.parent_id)
  const faults = rows.flatMap(item => {
    const children = byParent.get(item.id) ?? []
    const found = [
      ...(item.parent_id === null ? [] : placeFaults(byId, item)),
      ...trashFaults(byId, item),
      ...countFaults(children, item),
      ...nameFaults(children),
    ]
    return found.map(fault => `${item.name} (${item.id}) ${fault}`)
  })
  const miscounts = await quotas.findMiscounts(db)
  return [
    ...faults,
    ...(await contentFaults(db)),
    ...miscounts.map(one => `quota ${JSON.stringify(one)}`),
  ]
}
