import { sha256 } from '../contents.ts'
import { seededBytes } from './seeded.ts'

/** A content that the client can generate and send again at any time. */
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

/** The possible contents of one path. */
export interface FileRecord {
  /** Acknowledged by a response, so it must exist. */
  acknowledged: Content | undefined
  /** Sent without a response, so it may exist instead, but only completely. */
  nextContent: Content | undefined
  /** Hashes of every content sent for this path. */
  ever: Set<string>
}

/** An upload in chunks that is not finished as far as the client knows. */
export interface ChunkedUpload {
  id: string
  path: string
  content: Content
  chunkBytes: number
  withChecksums: boolean
  replaces: boolean
  /** End of the acknowledged chunks. */
  acknowledgedBytes: number
  /** End of the sent chunks. */
  sentBytes: number
}

/** A small file without a response, which can be sent again under its id. */
export interface RepeatableUpload {
  id: string
  path: string
  content: Content
}

/** The state a user may rely on, according to the responses. */
export class Ledger {
  readonly files = new Map<string, FileRecord>()
  readonly chunked = new Map<string, ChunkedUpload>()
  readonly repeatable = new Map<string, RepeatableUpload>()

  /** Call before a complete content is sent: from then on it may exist. */
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

  /** Call for a rejection: the previous content must still exist. */
  refuse(path: string): void {
    const record = this.files.get(path)
    if (!record) return
    record.nextContent = undefined
    if (record.acknowledged === undefined) this.files.delete(path)
  }

  /** Records what verification has found as the expected state. */
  settle(path: string, content: Content | undefined): void {
    if (content === undefined) {
      this.refuse(path)
      return
    }
    const record = this.files.get(path)
    if (!record) return
    record.acknowledged = content
    record.nextContent = undefined
  }

  /** Paths with an acknowledged file. */
  acknowledgedPaths(): string[] {
    return [...this.files]
      .filter(([, record]) => record.acknowledged && !record.nextContent)
      .map(([path]) => path)
  }
}
