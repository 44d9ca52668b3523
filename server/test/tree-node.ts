/** An item of the model tree. Home is the root folder. */
export interface Node {
  id: string
  type: 'file' | 'folder'
  name: string
  parent: Node | null
  bytes: number
  /** Replaced contents, latest last. */
  versions: Version[]
  /** The item it was trashed with: itself or an ancestor. */
  removal: Node | null
}

export interface Version {
  bytes: number
}

/** The expected response of a call. */
export interface Outcome {
  status: number
  changed?: number
  skipped?: number
  /** The created or changed item. */
  node?: Node
}

export const VERSIONS_KEPT = 2
const REFUSED = { forbidden: 403, missing: 404, taken: 409, invalid: 422 } as const
export const refuse = (why: keyof typeof REFUSED): Outcome => ({ status: REFUSED[why] })
export const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
export const isLive = (node: Node) => node.removal === null

/** How items get into a folder: by moving or copying. */
export interface TransferMode {
  insert: (rows: Node[], rule: 'rename' | 'skip') => number
  replace: (node: Node, target: Node) => void
}

export function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return `${stem} (${number})${ending}`
}

export function isWithin(node: Node | null, folder: Node): boolean {
  for (let current = node; current; current = current.parent) if (current === folder) return true
  return false
}

const depthOf = (node: Node): number => (node.parent ? depthOf(node.parent) + 1 : 0)

export const byDepth = (a: Node, b: Node): number => depthOf(a) - depthOf(b)
