import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  centralHeaderBytes,
  type Directory,
  endBytes,
  localHeaderBytes,
  type ZipEntry,
} from './zip-records.ts'

export interface PlannedEntry {
  /** With slashes; a folder's path ends in one. */
  path: string
  /** Null for folders and files without bytes. */
  blobId: string | null
  size: number
  modified: number
  crc: number | null
}

/** The format stores the length of a name in 16 bits. */
const PATH_MAX_BYTES = 0xffff
const ID_BYTES = 16
const CRC_KNOWN = 1
const HAS_CONTENT = 2

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const idText = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Grows by half, so that the total cost stays linear. */
function withCapacity<T extends Float64Array | Uint32Array | Uint8Array>(
  column: T,
  length: number,
): T {
  if (length <= column.length) return column
  const Column = column.constructor as new (size: number) => T
  const grown = new Column(Math.ceil(length * 1.5))
  grown.set(column as never)
  return grown
}

/**
 * The positions of all entries of an archive, known before the first byte is sent. Stored in
 * numeric columns of about a hundred bytes per entry, so that archives of a hundred thousand
 * entries fit in memory.
 */
export class ZipLayout {
  count = 0
  #names = new Uint8Array(4096)
  #nameEnds = new Float64Array(64)
  #ids = new Uint8Array(64 * ID_BYTES)
  #sizes = new Float64Array(64)
  #offsets = new Float64Array(64)
  #modified = new Uint32Array(64)
  #crcs = new Uint32Array(64)
  #flags = new Uint8Array(64)
  #end = 0
  #directoryBytes = 0
  #identity = createHash('sha256').update('zip 1\n')
  #etag: string | undefined
  /** Contents of entries that exist only in the archive. */
  readonly #texts = new Map<number, Uint8Array>()
  readonly #onGrowth: ((bytes: number) => void) | undefined

  /** @param onGrowth receives the bytes that the columns take, and may throw to end the planning */
  constructor(onGrowth?: (bytes: number) => void) {
    this.#onGrowth = onGrowth
  }

  addText({ path, text, modified }: { path: string; text: string; modified: number }): void {
    const content = Buffer.from(text)
    this.#texts.set(this.count, content)
    this.#identity.update(content)
    this.add({ path, blobId: null, size: content.length, modified, crc: crc32(content) })
  }

  add({ path, blobId, size, modified, crc }: PlannedEntry): void {
    const index = this.count
    const name = Buffer.from(path)
    if (name.length > PATH_MAX_BYTES) throw new RangeError('The path does not fit into an archive')
    this.#grow(index + 1, this.#nameEnd(index - 1) + name.length)
    this.#names.set(name, this.#nameEnd(index - 1))
    this.#nameEnds[index] = this.#nameEnd(index - 1) + name.length
    this.#sizes[index] = size
    this.#offsets[index] = this.#end
    this.#modified[index] = Math.max(0, modified)
    if (blobId !== null) {
      this.#ids.set(idBytes(blobId), index * ID_BYTES)
      this.#flags[index] = HAS_CONTENT
    }
    if (crc !== null || blobId === null) this.setCrc(index, crc ?? 0)
    this.count += 1
    this.#directoryBytes += centralHeaderBytes(name.length, { size, offset: this.#end })
    this.#end += localHeaderBytes(name.length, size) + size
    this.#identity.update(`${name.length} ${path} ${blobId} ${size} ${modified}\n`)
  }

  #grow(count: number, nameBytes: number): void {
    const names = this.#names
    const ids = this.#ids
    this.#names = withCapacity(this.#names, nameBytes)
    this.#nameEnds = withCapacity(this.#nameEnds, count)
    this.#ids = withCapacity(this.#ids, count * ID_BYTES)
    this.#sizes = withCapacity(this.#sizes, count)
    this.#offsets = withCapacity(this.#offsets, count)
    this.#modified = withCapacity(this.#modified, count)
    this.#crcs = withCapacity(this.#crcs, count)
    this.#flags = withCapacity(this.#flags, count)
    // The other columns grow with the ids.
    if (this.#names !== names || this.#ids !== ids)
      this.#onGrowth?.(this.#columns(0).reduce((sum, { column }) => sum + column.byteLength, 0))
  }

  #nameEnd(index: number): number {
    return index < 0 ? 0 : (this.#nameEnds[index] ?? 0)
  }

  entry(index: number): ZipEntry {
    const name = this.#names.subarray(this.#nameEnd(index - 1), this.#nameEnd(index))
    return {
      name,
      isFolder: name.at(-1) === 0x2f,
      size: this.#sizes[index] ?? 0,
      modified: this.#modified[index] ?? 0,
      crc: this.#crcs[index] ?? 0,
      offset: this.#offsets[index] ?? 0,
    }
  }

  blobId(index: number): string | null {
    if (!((this.#flags[index] ?? 0) & HAS_CONTENT)) return null
    return idText(Buffer.from(this.#ids.subarray(index * ID_BYTES, (index + 1) * ID_BYTES)))
  }

  text(index: number): Uint8Array | undefined {
    return this.#texts.get(index)
  }

  isCrcKnown(index: number): boolean {
    return ((this.#flags[index] ?? 0) & CRC_KNOWN) !== 0
  }

  setCrc(index: number, crc: number): void {
    this.#crcs[index] = crc
    this.#flags[index] = (this.#flags[index] ?? 0) | CRC_KNOWN
  }

  /** Index of the entry that contains a position before the directory. */
  indexAt(position: number): number {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#offsets[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  get directory(): Directory {
    return { count: this.count, start: this.#end, bytes: this.#directoryBytes }
  }

  /** Serializes the layout for `from`: a JSON header followed by the columns. */
  *toBytes(): Iterable<Uint8Array> {
    const nameBytes = this.#nameEnd(this.count - 1)
    const head = {
      count: this.count,
      end: this.#end,
      directoryBytes: this.#directoryBytes,
      nameBytes,
      etag: this.etag,
      texts: [...this.#texts].map(([index, text]) => [index, Buffer.from(text).toString()]),
    }
    const text = Buffer.from(JSON.stringify(head))
    const length = Buffer.alloc(4)
    length.writeUInt32LE(text.length)
    yield Buffer.concat([length, text])
    for (const { column, length } of this.#columns(nameBytes))
      yield new Uint8Array(column.buffer, column.byteOffset, length * column.BYTES_PER_ELEMENT)
  }

  #columns(nameBytes: number) {
    const { count } = this
    return [
      { column: this.#nameEnds, length: count },
      { column: this.#sizes, length: count },
      { column: this.#offsets, length: count },
      { column: this.#modified, length: count },
      { column: this.#crcs, length: count },
      { column: this.#flags, length: count },
      { column: this.#ids, length: count * ID_BYTES },
      { column: this.#names, length: nameBytes },
    ]
  }

  static from(bytes: Buffer): ZipLayout {
    const layout = new ZipLayout()
    let at = 4 + bytes.readUInt32LE()
    const head = JSON.parse(bytes.toString('utf8', 4, at))
    layout.#grow(head.count, head.nameBytes)
    layout.count = head.count
    layout.#end = head.end
    layout.#directoryBytes = head.directoryBytes
    layout.#etag = head.etag
    // Layouts stored by older versions have no texts.
    for (const [index, text] of head.texts ?? []) layout.#texts.set(index, Buffer.from(text))
    for (const { column, length } of layout.#columns(head.nameBytes)) {
      const size = length * column.BYTES_PER_ELEMENT
      const target = new Uint8Array(column.buffer, column.byteOffset, size)
      target.set(bytes.subarray(at, at + size))
      at += size
    }
    return layout
  }

  get length(): number {
    return this.#end + this.#directoryBytes + endBytes(this.directory)
  }

  /** Equal for equal bytes: the content of a blob never changes. */
  get etag(): string {
    this.#etag ??= `"zip-${this.#identity.digest('base64url')}"`
    return this.#etag
  }
}
