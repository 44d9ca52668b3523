import type { OnConflict } from '@coffer/contract/items'
import type { Tree } from './tree-model.ts'
import { keyOf, type Node, type Outcome } from './tree-node.ts'

const byId = (a: Node, b: Node) => (a.id < b.id ? -1 : 1)
const without = (nodes: Node[], except: Node[]) => nodes.filter(node => !except.includes(node))

/** Removes everything in a folder except some items. */
export const removeAll = (tree: Tree, folder: Node, except: Node[]): Outcome =>
  tree.refusal(folder) ?? tree.remove(without(tree.childrenOf(folder), except), false)

interface Transfer {
  from: Node
  to: Node
  except: Node[]
  rule: OnConflict
}

/**
 * Transfers everything in a folder except some items: first those with a free name, then the others
 * by name.
 */
function transferAll(
  tree: Tree,
  { from, to, except, rule }: Transfer,
  put: (nodes: Node[], rule: OnConflict) => Outcome,
): Outcome {
  const rejection = tree.refusal(from) ?? tree.refusal(to)
  if (rejection) return rejection
  const nodes = without(tree.childrenOf(from), except)
  const existingNames = new Set(tree.childrenOf(to).map(node => keyOf(node.name)))
  const taken = nodes
    .filter(node => existingNames.has(keyOf(node.name)))
    .sort((a, b) => (keyOf(a.name) < keyOf(b.name) ? -1 : 1))
  // The check for moving an item into itself covers all items.
  const loop = put(nodes, 'skip')
  if (loop.status !== 200) return loop
  const rest = put(taken, rule)
  return {
    status: 200,
    changed: (loop.changed ?? 0) + (rest.changed ?? 0),
    skipped: rest.skipped ?? 0,
  }
}

export const moveAll = (tree: Tree, transfer: Transfer): Outcome =>
  transferAll(tree, transfer, (nodes, rule) => tree.move(nodes, transfer.to, rule))

export const copyAll = (tree: Tree, transfer: Transfer): Outcome =>
  transferAll(tree, transfer, (nodes, rule) => tree.copy(nodes, transfer.to, rule))

/** Restores everything at the top of the trash except some items. */
export const restoreAll = (tree: Tree, except: Node[], toHome: boolean): Outcome =>
  tree.restore(without(tree.trashed(), except), toHome, byId)

export const deleteAll = (tree: Tree, except: Node[]): Outcome =>
  tree.remove(without(tree.trashed(), except), true)
