/** What the tests know of an item: a plain object in a plain tree. Home is the folder above it all. */
export interface Node {
  id: string
  type: 'file' | 'folder'
  name: string
  parent: Node | null
  bytes: number
  /** The contents that were replaced, latest last. */
  versions: Version[]
  /** The removal that it belongs to: of itself, or of a folder above it. */
  removal: Node | null
}

export interface Version {
  bytes: number
}

/** What a call is to be answered with. */
export interface Outcome {
  status: number
  changed?: number
  skipped?: number
  /** What was made, changed or found. */
  node?: Node
}

export const VERSIONS_KEPT = 2
const REFUSED = { forbidden: 403, missing: 404, taken: 409, invalid: 422 } as const
export const refuse = (why: keyof typeof REFUSED): Outcome => ({ status: REFUSED[why] })
export const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
export const isLive = (node: Node) => node.removal === null

/** How an item gets into a folder: by moving it or by copying it. */
export interface TransferMode {
  place: (rows: Node[], rule: 'rename' | 'skip') => number
  replace: (node: Node, target: Node) => void
}

export function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return `${stem} (${number})${ending}`
}

export function isWithin(node: Node | null, folder: Node): boolean {
  for (let above = node; above; above = above.parent) if (above === folder) return true
  return false
}

const depthOf = (node: Node): number => (node.parent ? depthOf(node.parent) + 1 : 0)

export const byDepth = (a: Node, b: Node): number => depthOf(a) - depthOf(b)
