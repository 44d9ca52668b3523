import type { OnConflict } from '@coffer/contract/items'
import {
  byDepth,
  isLive,
  isWithin,
  keyOf,
  type Node,
  numbered,
  type Outcome,
  refuse,
  type TransferMode,
  VERSIONS_KEPT,
  type Version,
} from './tree-node.ts'

/** A simple model of the tree's rules, which the server is compared to. */
export class Tree {
  readonly home: Node = this.node('home', 'folder', null)
  nodes: Node[] = []

  private node(name: string, type: Node['type'], parent: Node | null, bytes = 0): Node {
    return { id: '', type, name, parent, bytes, versions: [], removal: null }
  }

  /** The visible children of a folder; in the trash, those trashed along with it. */
  childrenOf(folder: Node): Node[] {
    return this.nodes.filter(node => node.parent === folder && this.isShownIn(folder, node))
  }
  private isShownIn(folder: Node, node: Node): boolean {
    return isLive(folder) ? isLive(node) : node.removal !== null && node.removal !== node
  }
  trashed(): Node[] {
    return this.nodes.filter(node => node.removal === node)
  }
  usedBytes(): number {
    const bytesOf = ({ bytes, versions }: Node) => [
      bytes,
      ...versions.map(version => version.bytes),
    ]
    return this.nodes.flatMap(bytesOf).reduce((a, b) => a + b, 0)
  }

  private named(folder: Node, name: string): Node | undefined {
    return this.childrenOf(folder).find(node => keyOf(node.name) === keyOf(name))
  }
  private freeName(name: string, taken: Set<string>): string {
    let number = 1
    let candidate = name
    while (taken.has(keyOf(candidate))) {
      number += 1
      candidate = numbered(name, number)
    }
    return candidate
  }
  private freeNameIn(folder: Node, name: string): string {
    return this.freeName(name, new Set(this.childrenOf(folder).map(node => keyOf(node.name))))
  }
  refusal(folder: Node): Outcome | undefined {
    if (!isLive(folder)) return refuse('missing')
    return folder.type === 'file' ? refuse('invalid') : undefined
  }
  private add(name: string, type: Node['type'], parent: Node, bytes = 0): Node {
    const node = this.node(this.freeNameIn(parent, name), type, parent, bytes)
    this.nodes.push(node)
    return node
  }

  createFolder(parent: Node, name: string, onConflict: 'rename' | 'skip'): Outcome {
    const rejection = this.refusal(parent)
    if (rejection) return rejection
    if (onConflict === 'skip' && this.named(parent, name)) return refuse('taken')
    return { status: 201, node: this.add(name.normalize('NFC'), 'folder', parent) }
  }

  upload(parent: Node, folders: string[], name: string, bytes: number, onConflict: OnConflict) {
    const rejection = this.refusal(parent)
    if (rejection) return rejection
    const undo = [...this.nodes]
    let insert = parent
    for (const folder of folders) insert = this.folderNamed(insert, folder.normalize('NFC'))
    const plain = name.normalize('NFC').replaceAll(' ', '-')
    const existing = this.named(insert, plain)
    if (existing && onConflict === 'skip') {
      this.nodes = undo
      return refuse('taken')
    }
    if (existing?.type === 'file' && onConflict === 'replace') {
      this.replaceContent(existing, bytes)
      return { status: 201, node: existing }
    }
    return { status: 201, node: this.add(plain, 'file', insert, bytes) }
  }
  private replaceContent(file: Node, bytes: number, more: Version[] = []): void {
    const replaced = { bytes: file.bytes }
    file.versions = [...file.versions, ...more, replaced].slice(-VERSIONS_KEPT)
    file.bytes = bytes
  }
  /** @param newest index from the latest version, starting at 0 */
  restoreVersion(file: Node, newest: number): Outcome {
    if (file.type === 'folder') return refuse('invalid')
    if (file.versions.length === 0) return { status: 200 }
    if (!isLive(file)) return refuse('forbidden')
    const chosen = file.versions.at(-1 - (newest % file.versions.length))
    file.versions = file.versions.filter(version => version !== chosen)
    this.replaceContent(file, chosen?.bytes ?? 0)
    return { status: 200 }
  }
  /** The first of `name`, `name (2)`, … that is a folder or free. */
  private folderNamed(parent: Node, name: string): Node {
    const files = this.childrenOf(parent).filter(node => node.type === 'file')
    const own = this.freeName(name, new Set(files.map(node => keyOf(node.name))))
    return this.named(parent, own) ?? this.add(own, 'folder', parent)
  }

  rename(node: Node, name: string): Outcome {
    if (!isLive(node)) return refuse('forbidden')
    const namesake = this.named(node.parent ?? this.home, name)
    const isTaken = namesake !== undefined && namesake !== node
    const normalized = name.normalize('NFC')
    node.name = isTaken ? this.freeNameIn(node.parent ?? this.home, normalized) : normalized
    return { status: 200, node }
  }

  move(nodes: Node[], to: Node, onConflict: OnConflict): Outcome {
    return this.transfer(
      nodes,
      to,
      nodes.filter(node => node.parent !== to),
      {
        insert: (rows, rule) => this.insert(rows, to, rule),
        replace: (node, target) => this.replaceByMove(node, target),
      },
      onConflict,
    )
  }
  copy(nodes: Node[], to: Node, onConflict: OnConflict): Outcome {
    const rejection = this.refusal(to)
    if (rejection) return rejection
    const copying = nodes.filter(node => onConflict !== 'replace' || node.parent !== to)
    return this.transfer(
      nodes,
      to,
      copying,
      {
        insert: (rows, rule) => {
          const copies = rows.map(node => ({ node, copy: { ...node, parent: null } as Node }))
          const inserted = this.insert(
            copies.map(({ copy }) => copy),
            to,
            rule,
          )
          for (const { node, copy } of copies) if (copy.parent) this.addCopy(node, copy)
          return inserted
        },
        replace: (node, target) => this.replaceByCopy(node, target),
      },
      onConflict,
    )
  }
  private transfer(
    nodes: Node[],
    to: Node,
    transferred: Node[],
    mode: TransferMode,
    onConflict: OnConflict,
  ): Outcome {
    if (!nodes.every(isLive)) return refuse('forbidden')
    const rejection = this.refusal(to)
    if (rejection) return rejection
    if (nodes.some(node => isWithin(to, node))) return refuse('invalid')
    let changed = 0
    if (onConflict === 'replace') {
      for (const round of this.rounds(transferred, to)) {
        const replacing = round.filter(node => this.replaceable(node, to))
        const targets = replacing.map(node => this.named(to, node.name) as Node)
        for (const [index, node] of replacing.entries()) mode.replace(node, targets[index] as Node)
        changed +=
          replacing.length +
          mode.insert(
            round.filter(node => !replacing.includes(node)),
            'rename',
          )
      }
    } else changed = mode.insert(transferred, onConflict)
    return { status: 200, changed, skipped: nodes.length - changed }
  }
  private replaceable(node: Node, to: Node): boolean {
    const target = this.named(to, node.name)
    return target !== undefined && target.type === node.type && !isWithin(node, target)
  }
  /**
   * One round for all items, unless an item contains another or its target: then one at a time,
   * deepest first.
   */
  private rounds(nodes: Node[], to: Node): Node[][] {
    const involved = [...nodes, ...nodes.flatMap(node => this.named(to, node.name) ?? [])]
    const isNested = nodes.some(node =>
      involved.some(other => other !== node && isWithin(node, other)),
    )
    if (isNested) return [...nodes].sort((a, b) => byDepth(b, a)).map(node => [node])
    const rounds: Node[][] = []
    for (const namesakes of Map.groupBy(nodes, node => keyOf(node.name)).values())
      for (const [number, node] of namesakes.entries())
        rounds[number] = [...(rounds[number] ?? []), node]
    return rounds
  }
  private replaceByMove(source: Node, target: Node): void {
    if (source.type === 'file') this.replaceContent(target, source.bytes, source.versions)
    else
      for (const child of this.childrenOf(source)) {
        if (this.replaceable(child, target))
          this.replaceByMove(child, this.named(target, child.name) as Node)
        else {
          child.name = this.freeNameIn(target, child.name)
          child.parent = target
        }
      }
    this.nodes = this.nodes.filter(node => node !== source)
    for (const node of this.nodes) if (node.parent === source) node.parent = this.home
  }
  private replaceByCopy(source: Node, target: Node): void {
    if (source.type === 'file') this.replaceContent(target, source.bytes)
    for (const child of this.childrenOf(source)) {
      if (this.replaceable(child, target))
        this.replaceByCopy(child, this.named(target, child.name) as Node)
      else
        this.addCopy(child, {
          ...child,
          name: this.freeNameIn(target, child.name),
          parent: target,
        })
    }
  }
  /** Copies do not include versions and trashed children. */
  private addCopy(source: Node, copy: Node): void {
    Object.assign(copy, { id: '', versions: [] })
    const children = this.childrenOf(source)
    this.nodes.push(copy)
    for (const child of children) this.addCopy(child, { ...child, parent: copy })
  }
  /**
   * Items with a free name keep it; the others get numbers unique among the folder and the moved
   * items.
   */
  private insert(nodes: Node[], to: Node, onConflict: 'rename' | 'skip'): number {
    const taken = new Set(this.childrenOf(to).map(node => keyOf(node.name)))
    const conflicting: Node[] = []
    for (const node of nodes) {
      if (taken.has(keyOf(node.name))) conflicting.push(node)
      else node.parent = to
      taken.add(keyOf(node.name))
    }
    if (onConflict === 'skip') return nodes.length - conflicting.length
    for (const node of conflicting) {
      node.name = this.freeName(node.name, taken)
      node.parent = to
      taken.add(keyOf(node.name))
    }
    return nodes.length
  }

  /** Items that are not inside another selected item. */
  private tops(nodes: Node[]): Node[] {
    return nodes.filter(
      node =>
        !nodes.some(
          other => other !== node && isWithin(node, other) && node.removal === other.removal,
        ),
    )
  }
  private below(top: Node): Node[] {
    return this.nodes.filter(node => isWithin(node, top) && node.removal === top.removal)
  }

  remove(nodes: Node[], force: boolean): Outcome {
    const live = nodes.filter(isLive)
    const toDelete = force ? nodes.filter(node => !isLive(node)) : []
    for (const top of this.tops(live)) for (const node of this.below(top)) node.removal = top
    for (const top of this.tops(toDelete)) this.deletePermanently(top)
    const changed = live.length + toDelete.length
    return { status: 200, changed, skipped: nodes.length - changed }
  }
  private deletePermanently(top: Node): void {
    const deleted = new Set(this.below(top))
    this.nodes = this.nodes.filter(node => !deleted.has(node))
    for (const node of this.nodes)
      if (node.parent && deleted.has(node.parent)) node.parent = this.home
  }

  restore(nodes: Node[], toHome: boolean, order = byDepth): Outcome {
    const trashed = nodes.filter(node => !isLive(node))
    const tops = this.tops(trashed).sort(byDepth)
    const returning = new Set(tops.flatMap(top => this.below(top)))
    const remains = (folder: Node | null) => folder && (isLive(folder) || returning.has(folder))
    const parentOf = (node: Node) => (!toHome && remains(node.parent) && node.parent) || this.home
    for (const [insert, group] of Map.groupBy(tops, parentOf)) {
      const restored = group.flatMap(top => this.below(top))
      this.insert(group.sort(order), insert, 'rename')
      for (const node of restored) node.removal = null
    }
    return { status: 200, changed: trashed.length, skipped: nodes.length - trashed.length }
  }

  empty(): Outcome {
    const tops = this.trashed()
    for (const top of tops) this.deletePermanently(top)
    return { status: 200, changed: tops.length, skipped: 0 }
  }
}
