import type { Rejection } from './rejections.ts'
import type { fileOpener } from './reopen-files.ts'
import { matchStoredUpload, type StoredUpload, uploadFingerprint } from './stored-upload.ts'

interface ResumableUploadsDeps {
  /** Resumes uploads whose files were reopened. */
  resume: (opened: ReopenedFile[]) => void
  /** Discards uploads that can't continue and deletes their data on the server. */
  discard: (ids: readonly string[], rejections: readonly Rejection[]) => void
}

export interface ReopenedFile {
  file: File
  entry: StoredUpload
}

/** Files opened at once: each may be below several folders. */
const BATCH_SIZE = 16
/** Choosing a folder again may remove thousands of entries one by one. */
const NOTIFY_MS = 100

/** Uploads from before a reload or from other devices, until they are resumed or discarded. */
export class ResumableUploads {
  readonly #deps: ResumableUploadsDeps
  readonly #listeners = new Set<() => void>()
  readonly #entries = new Map<string, StoredUpload>()
  /** By the fingerprint of the file, then by path. */
  readonly #byFingerprint = new Map<string, Map<string, Set<StoredUpload>>>()
  /** Ids of uploads whose files are being reopened; they are not offered meanwhile. */
  readonly #opening = new Set<string>()
  #all: readonly StoredUpload[] | null = null
  #shown: readonly StoredUpload[] | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(deps: ResumableUploadsDeps) {
    this.#deps = deps
  }

  get all(): readonly StoredUpload[] {
    this.#all ??= [...this.#entries.values()]
    return this.#all
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Uploads that need an action of the user. */
  shown = (): readonly StoredUpload[] => {
    this.#shown ??= this.all.filter(({ id }) => !this.#opening.has(id))
    return this.#shown
  }

  /**
   * Adds entries; one that this browser stored replaces what the server reported for the same
   * upload.
   */
  add(list: readonly StoredUpload[]): void {
    for (const entry of list) this.#put(entry)
    this.#changed()
  }

  /** Replaces the list of uploads of other devices. */
  setOtherDevices(list: readonly StoredUpload[]): void {
    const ids = new Set(list.map(({ id }) => id))
    for (const { id, device } of this.all) if (device !== undefined && !ids.has(id)) this.#drop(id)
    this.add(list)
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) this.#drop(id)
    this.#changed()
  }

  /** Finds the upload that a file belongs to. */
  find(file: File, path: string, parentId: string | null | undefined): StoredUpload | null {
    const candidates = this.#byFingerprint.get(uploadFingerprint(file))
    const match = matchStoredUpload(candidates?.get(path) ?? [], file, path, parentId)
    if (match || parentId !== undefined || !candidates) return match
    return matchStoredUpload(
      [...candidates.values()].flatMap(entries => [...entries]),
      file,
      path,
      parentId,
    )
  }

  /** Finds the upload of a file that was chosen again, and removes it from the list. */
  take(file: File, path: string, parentId: string | null | undefined): StoredUpload | null {
    const entry = this.find(file, path, parentId)
    if (entry) this.remove([entry.id])
    return entry
  }

  /**
   * Resumes uploads whose files can be read. Prompts for permission only in response to a click.
   */
  async open({ needsPrompt }: { needsPrompt: boolean }): Promise<void> {
    const openable = this.shown().filter(({ handle, held }) => handle && (needsPrompt || !held))
    if (openable.length === 0) return
    for (const { id } of openable) this.#opening.add(id)
    this.#changed()
    try {
      await this.#openAll(openable, needsPrompt)
    } finally {
      for (const { id } of openable) this.#opening.delete(id)
      this.#changed()
    }
  }

  async #openAll(openable: readonly StoredUpload[], needsPrompt: boolean): Promise<void> {
    const { fileOpener, readPermissions } = await import('./reopen-files.ts')
    const states = await readPermissions(
      openable.flatMap(({ handle }) => handle ?? []),
      needsPrompt,
    )
    const stateOf = ({ handle }: StoredUpload) => handle && states.get(handle)
    this.#forgetHandles(openable.filter(entry => stateOf(entry) === 'denied'))
    const granted = openable.filter(entry => stateOf(entry) === 'granted')
    const openFile = fileOpener()
    for (let start = 0; start < granted.length; start += BATCH_SIZE)
      await this.#openSome(granted.slice(start, start + BATCH_SIZE), openFile)
  }

  async #openSome(
    entries: readonly StoredUpload[],
    openFile: ReturnType<typeof fileOpener>,
  ): Promise<void> {
    const results = await Promise.all(
      entries.map(async entry => ({ entry, file: await openFile(entry) })),
    )
    // The user may have discarded them or chosen their files again meanwhile.
    const opened = results.filter(({ entry }) => this.#entries.get(entry.id) === entry)
    // A file that was moved on disk can still be chosen at its new location.
    this.#forgetHandles(opened.flatMap(({ entry, file }) => (file ? [] : entry)))
    const readable = opened.flatMap(({ entry, file }) => (file ? [{ entry, file }] : []))
    const unchanged = readable.filter(isUnchanged)
    const changed = readable.filter(entry => !isUnchanged(entry))
    this.remove(readable.map(({ entry }) => entry.id))
    if (unchanged.length > 0) this.#deps.resume(unchanged)
    if (changed.length > 0)
      this.#deps.discard(
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
    const fingerprint = uploadFingerprint(entry)
    const candidates = this.#byFingerprint.get(fingerprint) ?? new Map<string, Set<StoredUpload>>()
    this.#byFingerprint.set(fingerprint, candidates)
    candidates.set(entry.path, (candidates.get(entry.path) ?? new Set()).add(entry))
  }

  #drop(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    const candidates = this.#byFingerprint.get(uploadFingerprint(entry))
    const entriesAtPath = candidates?.get(entry.path)
    entriesAtPath?.delete(entry)
    if (entriesAtPath?.size === 0) candidates?.delete(entry.path)
  }

  /** Getters return the new state at once; listeners are notified at most every NOTIFY_MS. */
  #changed(): void {
    this.#all = null
    this.#shown = null
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      for (const listener of this.#listeners) listener()
    }, NOTIFY_MS)
  }
}

const isUnchanged = ({ entry, file }: ReopenedFile): boolean =>
  entry.size === file.size && entry.lastModified === file.lastModified
