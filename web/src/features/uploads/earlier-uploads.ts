import { openAgain, readable } from './file-handles.ts'
import type { Refusal } from './refusals.ts'
import { type Remembered, recognise } from './remembered.ts'

interface EarlierPorts {
  /** Goes on with an upload, now that its file is there again. */
  goOn: (opened: Opened[]) => void
  /** These can't go on, and nobody needs what has arrived of them. */
  giveUp: (ids: readonly string[], refusals: readonly Refusal[]) => void
}

export interface Opened {
  file: File
  entry: Remembered
}

/** Files that are opened at once: each may lie behind several folders. */
const AT_ONCE = 16

/** Uploads from before a reload or from other devices, until they go on or are given up. */
export class EarlierUploads {
  readonly #ports: EarlierPorts
  readonly #listeners = new Set<() => void>()
  #all: readonly Remembered[] = []
  #shown: readonly Remembered[] = []
  /** Being opened again, so that nobody need be asked for them yet. */
  #opening: ReadonlySet<string> = new Set()

  constructor(ports: EarlierPorts) {
    this.#ports = ports
  }

  get all(): readonly Remembered[] {
    return this.#all
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Those that somebody has to do something for. */
  shown = (): readonly Remembered[] => this.#shown

  /** What this browser remembers says more than what the server told of the same. */
  add(list: readonly Remembered[]): void {
    const ids = new Set(list.map(({ id }) => id))
    this.#set([...this.#all.filter(({ id }) => !ids.has(id)), ...list])
  }

  remove(ids: Iterable<string>): void {
    const gone = new Set(ids)
    this.#set(this.#all.filter(({ id }) => !gone.has(id)))
  }

  /** The upload of a file that was chosen again, which then is no earlier one any more. */
  recall(file: File, path: string, parentId: string | null | undefined): Remembered | null {
    const entry = recognise(this.#all, file, path, parentId)
    if (entry) this.remove([entry.id])
    return entry
  }

  /** Goes on with those whose files the browser lets us read; by a click it may be asked to. */
  async open({ mayAsk }: { mayAsk: boolean }): Promise<void> {
    const able = this.#shown.filter(({ handle, held }) => handle && (mayAsk || !held))
    if (able.length === 0) return
    this.#open([...this.#opening, ...able.map(({ id }) => id)])
    try {
      await this.#openAll(able, mayAsk)
    } finally {
      const done = new Set(able.map(({ id }) => id))
      this.#open([...this.#opening].filter(id => !done.has(id)))
    }
  }

  async #openAll(able: readonly Remembered[], mayAsk: boolean): Promise<void> {
    const states = await readable(
      able.flatMap(({ handle }) => handle ?? []),
      mayAsk,
    )
    const stateOf = ({ handle }: Remembered) => handle && states.get(handle)
    this.#forgetHandles(able.filter(entry => stateOf(entry) === 'denied'))
    const granted = able.filter(entry => stateOf(entry) === 'granted')
    for (let start = 0; start < granted.length; start += AT_ONCE)
      await this.#openSome(granted.slice(start, start + AT_ONCE))
  }

  async #openSome(entries: readonly Remembered[]): Promise<void> {
    const found = await Promise.all(
      entries.map(async entry => ({ entry, file: await openAgain(entry) })),
    )
    // Somebody may have given them up meanwhile, or chosen their files again.
    const open = new Set(this.#all)
    const opened = found.filter(({ entry }) => open.has(entry))
    // Moved on its disk, a file can still be chosen where it is now.
    this.#forgetHandles(opened.flatMap(({ entry, file }) => (file ? [] : entry)))
    const there = opened.flatMap(({ entry, file }) => (file ? [{ entry, file }] : []))
    const [same, changed] = [there.filter(isSame), there.filter(one => !isSame(one))]
    this.remove(there.map(({ entry }) => entry.id))
    if (same.length > 0) this.#ports.goOn(same)
    if (changed.length > 0)
      this.#ports.giveUp(
        changed.map(({ entry }) => entry.id),
        changed.map(({ entry }) => ({ name: entry.name, reason: 'changed' })),
      )
  }

  #forgetHandles(entries: readonly Remembered[]): void {
    if (entries.length === 0) return
    const ids = new Set(entries.map(({ id }) => id))
    this.#set(
      this.#all.map(entry => {
        if (!ids.has(entry.id)) return entry
        const { handle, ...rest } = entry
        return rest
      }),
    )
  }

  #open(ids: readonly string[]): void {
    this.#opening = new Set(ids)
    this.#set(this.#all)
  }

  #set(all: readonly Remembered[]): void {
    this.#all = all
    this.#shown = all.filter(({ id }) => !this.#opening.has(id))
    for (const listener of this.#listeners) listener()
  }
}

const isSame = ({ entry, file }: Opened): boolean =>
  entry.size === file.size && entry.lastModified === file.lastModified
