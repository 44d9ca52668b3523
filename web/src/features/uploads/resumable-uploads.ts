import type { Refusal } from './rejections.ts'
import type { fileOpener } from './reopen-files.ts'
import { matchStoredUpload, type StoredUpload, uploadFingerprint } from './stored-upload.ts'

interface EarlierPorts {
  /** Goes on with an upload, now that its file is there again. */
  goOn: (opened: ReopenedFile[]) => void
  /** These can't go on, and nobody needs what has arrived of them. */
  giveUp: (ids: readonly string[], refusals: readonly Refusal[]) => void
}

export interface ReopenedFile {
  file: File
  entry: StoredUpload
}

/** Files that are opened at once: each may lie behind several folders. */
const BATCH_SIZE = 16
/** A folder that is chosen again takes thousands off the list one by one. */
const NOTIFY_MS = 100

/** Uploads from before a reload or from other devices, until they go on or are given up. */
export class ResumableUploads {
  readonly #ports: EarlierPorts
  readonly #listeners = new Set<() => void>()
  readonly #entries = new Map<string, StoredUpload>()
  /** By the traits of their files, then by their paths. */
  readonly #places = new Map<string, Map<string, Set<StoredUpload>>>()
  /** Being opened again, so that nobody need be asked for them yet. */
  readonly #opening = new Set<string>()
  #all: readonly StoredUpload[] | null = null
  #shown: readonly StoredUpload[] | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: EarlierPorts) {
    this.#ports = ports
  }

  get all(): readonly StoredUpload[] {
    this.#all ??= [...this.#entries.values()]
    return this.#all
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Those that somebody has to do something for. */
  shown = (): readonly StoredUpload[] => {
    this.#shown ??= this.all.filter(({ id }) => !this.#opening.has(id))
    return this.#shown
  }

  /** What this browser remembers says more than what the server told of the same. */
  add(list: readonly StoredUpload[]): void {
    for (const entry of list) this.#put(entry)
    this.#changed()
  }

  /** All that is unfinished on other devices: what was and is no more is left out from here on. */
  setElsewhere(list: readonly StoredUpload[]): void {
    const ids = new Set(list.map(({ id }) => id))
    for (const { id, device } of this.all) if (device !== undefined && !ids.has(id)) this.#drop(id)
    this.add(list)
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) this.#drop(id)
    this.#changed()
  }

  /** The upload that a file is meant by. */
  find(file: File, path: string, parentId: string | null | undefined): StoredUpload | null {
    const candidates = this.#places.get(uploadFingerprint(file))
    const there = matchStoredUpload(candidates?.get(path) ?? [], file, path, parentId)
    if (there || parentId !== undefined || !candidates) return there
    return matchStoredUpload(
      [...candidates.values()].flatMap(entries => [...entries]),
      file,
      path,
      parentId,
    )
  }

  /** The upload of a file that was chosen again, which then is no earlier one any more. */
  recall(file: File, path: string, parentId: string | null | undefined): StoredUpload | null {
    const entry = this.find(file, path, parentId)
    if (entry) this.remove([entry.id])
    return entry
  }

  /** Goes on with those whose files the browser lets us read; by a click it may be asked to. */
  async open({ needsPrompt }: { needsPrompt: boolean }): Promise<void> {
    const able = this.shown().filter(({ handle, held }) => handle && (needsPrompt || !held))
    if (able.length === 0) return
    for (const { id } of able) this.#opening.add(id)
    this.#changed()
    try {
      await this.#openAll(able, needsPrompt)
    } finally {
      for (const { id } of able) this.#opening.delete(id)
      this.#changed()
    }
  }

  async #openAll(able: readonly StoredUpload[], needsPrompt: boolean): Promise<void> {
    const { fileOpener, readable } = await import('./reopen-files.ts')
    const states = await readable(
      able.flatMap(({ handle }) => handle ?? []),
      needsPrompt,
    )
    const stateOf = ({ handle }: StoredUpload) => handle && states.get(handle)
    this.#forgetHandles(able.filter(entry => stateOf(entry) === 'denied'))
    const granted = able.filter(entry => stateOf(entry) === 'granted')
    const openFile = fileOpener()
    for (let start = 0; start < granted.length; start += BATCH_SIZE)
      await this.#openSome(granted.slice(start, start + BATCH_SIZE), openFile)
  }

  async #openSome(
    entries: readonly StoredUpload[],
    openFile: ReturnType<typeof fileOpener>,
  ): Promise<void> {
    const found = await Promise.all(
      entries.map(async entry => ({ entry, file: await openFile(entry) })),
    )
    // Somebody may have given them up meanwhile, or chosen their files again.
    const opened = found.filter(({ entry }) => this.#entries.get(entry.id) === entry)
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

  #forgetHandles(entries: readonly StoredUpload[]): void {
    for (const { handle, ...rest } of entries) if (this.#entries.has(rest.id)) this.#put(rest)
    if (entries.length > 0) this.#changed()
  }

  #put(entry: StoredUpload): void {
    this.#drop(entry.id)
    this.#entries.set(entry.id, entry)
    const traits = uploadFingerprint(entry)
    const candidates = this.#places.get(traits) ?? new Map<string, Set<StoredUpload>>()
    this.#places.set(traits, candidates)
    candidates.set(entry.path, (candidates.get(entry.path) ?? new Set()).add(entry))
  }

  #drop(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    const candidates = this.#places.get(uploadFingerprint(entry))
    const there = candidates?.get(entry.path)
    there?.delete(entry)
    if (there?.size === 0) candidates?.delete(entry.path)
  }

  /** Seen at once by whoever asks; told when a little more may have changed. */
  #changed(): void {
    this.#all = null
    this.#shown = null
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      for (const listener of this.#listeners) listener()
    }, NOTIFY_MS)
  }
}

const isSame = ({ entry, file }: ReopenedFile): boolean =>
  entry.size === file.size && entry.lastModified === file.lastModified
