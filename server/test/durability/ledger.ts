import { sha256 } from '../contents.ts'
import { seededBytes } from './seeded.ts'

/** What a client has at home: it can be sent again at any time. */
export interface Content {
  seed: string
  size: number
  sha256: string
}

export const contentOf = (seed: string, size: number): Content => ({
  seed,
  size,
  sha256: sha256(seededBytes(seed, size)),
})
export const bytesOf = ({ seed, size }: Content): Uint8Array<ArrayBuffer> => seededBytes(seed, size)

/** What one path may show. */
export interface FileRecord {
  /** Named by an answer that arrived: it must be there. */
  acknowledged: Content | undefined
  /** Sent, and the answer never arrived: it may be there instead, whole. */
  nextContent: Content | undefined
  /** Every content that was ever sent for this path, by its hash. */
  ever: Set<string>
}

/** An upload in chunks that has not become a file by its client's knowledge. */
export interface ChunkedUpload {
  id: string
  path: string
  content: Content
  chunkBytes: number
  withChecksums: boolean
  replaces: boolean
  /** Up to here chunks were acknowledged. */
  acknowledgedBytes: number
  /** Up to here chunks were sent. */
  sentBytes: number
}

/** A small file whose answer never arrived and that can be sent again under its id. */
export interface RepeatableUpload {
  id: string
  path: string
  content: Content
}

/** What one person was promised, as far as the answers tell. */
export class Ledger {
  readonly files = new Map<string, FileRecord>()
  readonly chunked = new Map<string, ChunkedUpload>()
  readonly repeatable = new Map<string, RepeatableUpload>()

  /** A content is about to be sent whole: from now on it may be there. */
  send(path: string, content: Content): void {
    const record = this.files.get(path) ?? {
      acknowledged: undefined,
      nextContent: undefined,
      ever: new Set(),
    }
    record.nextContent = content
    record.ever.add(content.sha256)
    this.files.set(path, record)
  }

  acknowledge(path: string): void {
    const record = this.files.get(path)
    if (!record) throw new Error(`${path} was never sent`)
    record.acknowledged = record.nextContent ?? record.acknowledged
    record.nextContent = undefined
  }

  /** Refused by an answer: what was there before must be there still. */
  refuse(path: string): void {
    const record = this.files.get(path)
    if (!record) return
    record.nextContent = undefined
    if (record.acknowledged === undefined) this.files.delete(path)
  }

  /** What was found is what counts from now on. */
  settle(path: string, found: Content | undefined): void {
    if (found === undefined) {
      this.refuse(path)
      return
    }
    const record = this.files.get(path)
    if (!record) return
    record.acknowledged = found
    record.nextContent = undefined
  }

  /** The paths at which there is an acknowledged file. */
  acknowledgedPaths(): string[] {
    return [...this.files]
      .filter(([, record]) => record.acknowledged && !record.nextContent)
      .map(([path]) => path)
  }
}
