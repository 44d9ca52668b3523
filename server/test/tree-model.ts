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

/** The rules of the tree once more, as plainly as they can be written: what the server is held against. */
export class Tree {
  readonly home: Node = this.node('home', 'folder', null)
  nodes: Node[] = []

  private node(name: string, type: Node['type'], parent: Node | null, bytes = 0): Node {
    return { id: '', type, name, parent, bytes, versions: [], removal: null }
  }

  /** What a folder is shown with: in the trash that is what went there with it. */
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
    const bytesOf = ({ bytes, versions }: Node) => [bytes, ...versions.map(one => one.bytes)]
    return this.nodes.flatMap(bytesOf).reduce((a, b) => a + b, 0)
  }

  private named(folder: Node, name: string): Node | undefined {
    return this.childrenOf(folder).find(node => keyOf(node.name) === keyOf(name))
  }
  private freeName(name: string, taken: Set<string>): string {
    let number = 1
    let tried = name
    while (taken.has(keyOf(tried))) {
      number += 1
      tried = numbered(name, number)
    }
    return tried
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
    const refused = this.refusal(parent)
    if (refused) return refused
    if (onConflict === 'skip' && this.named(parent, name)) return refuse('taken')
    return { status: 201, node: this.add(name.normalize('NFC'), 'folder', parent) }
  }

  upload(parent: Node, folders: string[], name: string, bytes: number, onConflict: OnConflict) {
    const refused = this.refusal(parent)
    if (refused) return refused
    const undo = [...this.nodes]
    let place = parent
    for (const folder of folders) place = this.folderNamed(place, folder.normalize('NFC'))
    const plain = name.normalize('NFC').replaceAll(' ', '-')
    const existing = this.named(place, plain)
    if (existing && onConflict === 'skip') {
      this.nodes = undo
      return refuse('taken')
    }
    if (existing?.type === 'file' && onConflict === 'replace') {
      this.replaceContent(existing, bytes)
      return { status: 201, node: existing }
    }
    return { status: 201, node: this.add(plain, 'file', place, bytes) }
  }
  private replaceContent(file: Node, bytes: number, more: Version[] = []): void {
    const replaced = { bytes: file.bytes }
    file.versions = [...file.versions, ...more, replaced].slice(-VERSIONS_KEPT)
    file.bytes = bytes
  }
  /** @param newest 0 is the latest */
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
    const wanted = name.normalize('NFC')
    node.name = isTaken ? this.freeNameIn(node.parent ?? this.home, wanted) : wanted
    return { status: 200, node }
  }

  move(nodes: Node[], to: Node, onConflict: OnConflict): Outcome {
    return this.transfer(
      nodes,
      to,
      nodes.filter(node => node.parent !== to),
      {
        place: (rows, rule) => this.place(rows, to, rule),
        replace: (node, target) => this.replaceByMove(node, target),
      },
      onConflict,
    )
  }
  copy(nodes: Node[], to: Node, onConflict: OnConflict): Outcome {
    const refused = this.refusal(to)
    if (refused) return refused
    const copying = nodes.filter(node => onConflict !== 'replace' || node.parent !== to)
    return this.transfer(
      nodes,
      to,
      copying,
      {
        place: (rows, rule) => {
          const copies = rows.map(node => ({ node, copy: { ...node, parent: null } as Node }))
          const placed = this.place(
            copies.map(({ copy }) => copy),
            to,
            rule,
          )
          for (const { node, copy } of copies) if (copy.parent) this.growCopy(node, copy)
          return placed
        },
        replace: (node, target) => this.replaceByCopy(node, target),
      },
      onConflict,
    )
  }
  private transfer(
    nodes: Node[],
    to: Node,
    going: Node[],
    way: TransferMode,
    onConflict: OnConflict,
  ): Outcome {
    if (!nodes.every(isLive)) return refuse('forbidden')
    const refused = this.refusal(to)
    if (refused) return refused
    if (nodes.some(node => isWithin(to, node))) return refuse('invalid')
    let changed = 0
    if (onConflict === 'replace') {
      for (const round of this.rounds(going, to)) {
        const over = round.filter(node => this.replaceable(node, to))
        const targets = over.map(node => this.named(to, node.name) as Node)
        for (const [index, node] of over.entries()) way.replace(node, targets[index] as Node)
        changed +=
          over.length +
          way.place(
            round.filter(node => !over.includes(node)),
            'rename',
          )
      }
    } else changed = way.place(going, onConflict)
    return { status: 200, changed, skipped: nodes.length - changed }
  }
  private replaceable(node: Node, to: Node): boolean {
    const target = this.named(to, node.name)
    return target !== undefined && target.type === node.type && !isWithin(node, target)
  }
  /** All at once, unless one lies in another or in what another is put over: then the deepest first. */
  private rounds(nodes: Node[], to: Node): Node[][] {
    const involved = [...nodes, ...nodes.flatMap(node => this.named(to, node.name) ?? [])]
    const isTangled = nodes.some(node => involved.some(one => one !== node && isWithin(node, one)))
    if (isTangled) return [...nodes].sort((a, b) => byDepth(b, a)).map(node => [node])
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
        this.growCopy(child, {
          ...child,
          name: this.freeNameIn(target, child.name),
          parent: target,
        })
    }
  }
  /** Versions stay behind, and so does what lies in the trash. */
  private growCopy(source: Node, copy: Node): void {
    Object.assign(copy, { id: '', versions: [] })
    const children = this.childrenOf(source)
    this.nodes.push(copy)
    for (const child of children) this.growCopy(child, { ...child, parent: copy })
  }
  /** Who has a free name keeps it; the others get numbers that nobody in the folder or with them has. */
  private place(nodes: Node[], to: Node, onConflict: 'rename' | 'skip'): number {
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

  /** Chosen items that are not taken along by another chosen one. */
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
    const gone = new Set(this.below(top))
    this.nodes = this.nodes.filter(node => !gone.has(node))
    for (const node of this.nodes) if (node.parent && gone.has(node.parent)) node.parent = this.home
  }

  restore(nodes: Node[], toHome: boolean, order = byDepth): Outcome {
    const trashed = nodes.filter(node => !isLive(node))
    const tops = this.tops(trashed).sort(byDepth)
    const returning = new Set(tops.flatMap(top => this.below(top)))
    const stands = (folder: Node | null) => folder && (isLive(folder) || returning.has(folder))
    const placeOf = (node: Node) => (!toHome && stands(node.parent) && node.parent) || this.home
    for (const [place, group] of Map.groupBy(tops, placeOf)) {
      const back = group.flatMap(top => this.below(top))
      this.place(group.sort(order), place, 'rename')
      for (const node of back) node.removal = null
    }
    return { status: 200, changed: trashed.length, skipped: nodes.length - trashed.length }
  }

  empty(): Outcome {
    const tops = this.trashed()
    for (const top of tops) this.deletePermanently(top)
    return { status: 200, changed: tops.length, skipped: 0 }
  }
}
