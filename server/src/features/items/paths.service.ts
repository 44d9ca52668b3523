import type { Db } from '../../db/open.ts'
import { nameKey } from '../../lib/item-names.ts'
import { type NameLookup, type NameMatch, walkNames } from './paths.repository.ts'

/** Each name takes up to two of a statement's thousand parameters. */
const NAMES_PER_QUERY = 450

type Path = readonly string[]

interface Node {
  key: string
  level: number
  above: Node | null
  /** Indexes of the paths that lead through the node. */
  paths: number[]
  /** Index among all nodes, set when the node is looked up. */
  index: number
}

/**
 * Walks down many paths at once, parents before children. Names below a missing folder are not
 * looked up.
 */
class PathWalk {
  readonly #folderId: string
  readonly #paths: readonly Path[]
  readonly #queue: Node[]
  #next = 0
  #batch: Node[] = []
  #nodeCount = 0
  readonly #matches = new Map<number, NameMatch>()
  readonly ends: (NameMatch | undefined)[]

  constructor(folderId: string, paths: readonly Path[]) {
    this.#folderId = folderId
    this.#paths = paths
    this.ends = paths.map(() => undefined)
    this.#queue = this.#nodesBelow(null, paths.keys())
  }

  /** The distinct names one level below a node. */
  #nodesBelow(above: Node | null, pathIndexes: Iterable<number>): Node[] {
    const level = above ? above.level + 1 : 0
    const nodes = new Map<string, Node>()
    for (const path of pathIndexes) {
      const name = this.#paths[path]?.[level]
      if (name === undefined) continue
      const key = nameKey(name)
      const node = nodes.get(key) ?? { key, level, above, paths: [], index: -1 }
      nodes.set(key, node)
      node.paths.push(path)
    }
    return [...nodes.values()]
  }

  #parentOf({ above }: Node, start: number): NameLookup['parent'] | undefined {
    if (!above) return { folder_id: this.#folderId }
    if (above.index >= start) return { above: above.index }
    const known = this.#matches.get(above.index)
    return known?.type === 'folder' ? { folder_id: known.id } : undefined
  }

  /**
   * Returns the next names to look up, as many as one statement takes; empty when all are known.
   */
  next(): NameLookup[] {
    const lookups: NameLookup[] = []
    const start = this.#nodeCount
    this.#batch = []
    while (lookups.length < NAMES_PER_QUERY) {
      const node = this.#queue[this.#next]
      if (!node) break
      this.#next += 1
      const parent = this.#parentOf(node, start)
      if (!parent) continue
      node.index = this.#nodeCount
      this.#nodeCount += 1
      this.#batch.push(node)
      lookups.push({ index: node.index, name_key: node.key, parent })
      this.#queue.push(...this.#nodesBelow(node, node.paths))
    }
    return lookups
  }

  addMatches(rows: readonly NameMatch[]): void {
    for (const row of rows) this.#matches.set(row.index, row)
    for (const { index, level, paths } of this.#batch)
      for (const path of paths)
        if (this.#paths[path]?.length === level + 1) this.ends[path] = this.#matches.get(index)
  }
}

/**
 * Finds the live items at the end of paths below a folder. The number of queries depends on the
 * number of names, not on their depth.
 * @param guestId limits the walk to items of one guest; null includes all
 * @returns the item of each path, or undefined
 */
export async function findByPaths(
  db: Db,
  folderId: string,
  paths: readonly Path[],
  guestId: string | null = null,
): Promise<(NameMatch | undefined)[]> {
  const walk = new PathWalk(folderId, paths)
  for (let lookups = walk.next(); lookups.length > 0; lookups = walk.next())
    walk.addMatches(await walkNames(db, lookups, guestId))
  return walk.ends
}
