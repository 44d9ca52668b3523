import type { Db } from '../../db/open.ts'
import { nameKey } from '../../lib/item-names.ts'
import { type FoundName, type WantedName, walkNames } from './paths.repository.ts'

/** Each takes up to two of the thousand parameters of a statement. */
const NAMES_AT_ONCE = 450

interface Node {
  index: number
  key: string
  above: Node | null
  below: Map<string, Node>
}

/** The folders and files of many paths, each once, those above before those below. */
function treeOf(paths: readonly (readonly string[])[]): { nodes: Node[]; ends: Node[] } {
  const nodes: Node[] = []
  const top = new Map<string, Node>()
  const ends = paths.map(path => {
    let above: Node | null = null
    for (const name of path) {
      const key = nameKey(name)
      const siblings: Map<string, Node> = above ? above.below : top
      let node = siblings.get(key)
      if (!node) {
        node = { index: nodes.length, key, above, below: new Map() }
        siblings.set(key, node)
        nodes.push(node)
      }
      above = node
    }
    if (!above) throw new Error('A path has at least a name')
    return above
  })
  return { nodes, ends }
}

/**
 * What lies at the ends of paths below a folder, live items only. The number of queries follows
 * from the number of names, not from how deep they lie.
 * @param guestId whose alone are met; null meets all
 * @returns for each path what is there, or undefined
 */
export async function findByPaths(
  db: Db,
  folderId: string,
  paths: readonly (readonly string[])[],
  guestId: string | null = null,
): Promise<(FoundName | undefined)[]> {
  const { nodes, ends } = treeOf(paths)
  const found = new Map<number, FoundName>()

  function placeOf(above: Node | null, start: number): WantedName['place'] | undefined {
    if (!above) return { folder_id: folderId }
    if (above.index >= start) return { above: above.index }
    const known = found.get(above.index)
    // Below what is not there, or is a file, there is nothing.
    return known?.type === 'folder' ? { folder_id: known.id } : undefined
  }

  for (let start = 0; start < nodes.length; start += NAMES_AT_ONCE) {
    const wanted = nodes.slice(start, start + NAMES_AT_ONCE).flatMap(({ index, key, above }) => {
      const place = placeOf(above, start)
      return place ? [{ index, name_key: key, place }] : []
    })
    if (wanted.length === 0) continue
    for (const row of await walkNames(db, wanted, guestId)) found.set(row.index, row)
  }
  return ends.map(({ index }) => found.get(index))
}
