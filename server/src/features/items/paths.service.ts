import type { Db } from '../../db/open.ts'
import { nameKey } from '../../lib/item-names.ts'
import { type FoundName, type WantedName, walkNames } from './paths.repository.ts'

/** Each takes up to two of the thousand parameters of a statement. */
const NAMES_AT_ONCE = 450

type Path = readonly string[]

interface Node {
  key: string
  level: number
  above: Node | null
  /** The paths that lead through it, by their place in the input. */
  paths: number[]
  /** Its place among all nodes, once it is looked up. */
  index: number
}

/**
 * Goes down many paths at once, those above before those below. What lies below a folder that does
 * not exist is not looked up.
 */
class PathWalk {
  readonly #folderId: string
  readonly #paths: readonly Path[]
  readonly #waiting: Node[]
  #next = 0
  #asked: Node[] = []
  #count = 0
  readonly #found = new Map<number, FoundName>()
  readonly ends: (FoundName | undefined)[]

  constructor(folderId: string, paths: readonly Path[]) {
    this.#folderId = folderId
    this.#paths = paths
    this.ends = paths.map(() => undefined)
    this.#waiting = this.#namedBelow(null, paths.keys())
  }

  /** The folders and files that paths name one level below a node, each once. */
  #namedBelow(above: Node | null, asGuestEndpoint: Iterable<number>): Node[] {
    const level = above ? above.level + 1 : 0
    const nodes = new Map<string, Node>()
    for (const path of asGuestEndpoint) {
      const name = this.#paths[path]?.[level]
      if (name === undefined) continue
      const key = nameKey(name)
      const node = nodes.get(key) ?? { key, level, above, paths: [], index: -1 }
      nodes.set(key, node)
      node.paths.push(path)
    }
    return [...nodes.values()]
  }

  #placeOf({ above }: Node, start: number): WantedName['place'] | undefined {
    if (!above) return { folder_id: this.#folderId }
    if (above.index >= start) return { above: above.index }
    const known = this.#found.get(above.index)
    return known?.type === 'folder' ? { folder_id: known.id } : undefined
  }

  /** As many names as one statement takes; none when all of them are known. */
  next(): WantedName[] {
    const wanted: WantedName[] = []
    const start = this.#count
    this.#asked = []
    while (wanted.length < NAMES_AT_ONCE) {
      const node = this.#waiting[this.#next]
      if (!node) break
      this.#next += 1
      const place = this.#placeOf(node, start)
      if (!place) continue
      node.index = this.#count
      this.#count += 1
      this.#asked.push(node)
      wanted.push({ index: node.index, name_key: node.key, place })
      this.#waiting.push(...this.#namedBelow(node, node.paths))
    }
    return wanted
  }

  take(rows: readonly FoundName[]): void {
    for (const row of rows) this.#found.set(row.index, row)
    for (const { index, level, paths } of this.#asked)
      for (const path of paths)
        if (this.#paths[path]?.length === level + 1) this.ends[path] = this.#found.get(index)
  }
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
  paths: readonly Path[],
  guestId: string | null = null,
): Promise<(FoundName | undefined)[]> {
  const walk = new PathWalk(folderId, paths)
  for (let wanted = walk.next(); wanted.length > 0; wanted = walk.next())
    walk.take(await walkNames(db, wanted, guestId))
  return walk.ends
}
