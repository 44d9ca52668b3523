import type { Tree } from './tree-model.ts'
import type { Node, Outcome } from './tree-node.ts'

const byId = (a: Node, b: Node) => (a.id < b.id ? -1 : 1)
const without = (nodes: Node[], except: Node[]) => nodes.filter(node => !except.includes(node))

/** Everything in a folder but the exceptions. */
export const removeAll = (tree: Tree, folder: Node, except: Node[]): Outcome =>
  tree.refusal(folder) ?? tree.remove(without(tree.childrenOf(folder), except), false)

/** Everything at the top of the trash but the exceptions. */
export const restoreAll = (tree: Tree, except: Node[], toHome: boolean): Outcome =>
  tree.restore(without(tree.trashed(), except), toHome, byId)

export const deleteAll = (tree: Tree, except: Node[]): Outcome =>
  tree.remove(without(tree.trashed(), except), true)
