import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../contents.ts'
import { compareKeys, type StoredContents } from './stored-contents.ts'

const FOLDER_LENGTH = 8

async function hashOf(path: string, length: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path, { end: length - 1 })) hash.update(part)
  return hash.digest('base64')
}

/** Contents in a data folder. */
export function contentsOnDisk(folder: string): StoredContents {
  const root = join(folder, 'blobs')
  async function find(key: string) {
    const path = join(root, key.slice(0, FOLDER_LENGTH), key)
    const stats = await stat(path).catch(() => undefined)
    return stats && { size: stats.size, hash: (length: number) => hashOf(path, length) }
  }
  return {
    find,
    async compareReceived({ blob_id }, expected) {
      const stored = await find(blob_id)
      if ((stored?.size ?? 0) < expected.length) return `only ${stored?.size} are on the disk`
      return (await stored?.hash(expected.length)) === sha256(expected)
        ? undefined
        : 'bytes on the disk were never sent'
    },
    async compareAll({ blobs, uploads }) {
      const folders = await readdir(root)
      const names = await Promise.all(folders.map(name => readdir(join(root, name))))
      const started = uploads
        .filter(upload => upload.received_bytes > 0)
        .map(upload => upload.blob_id)
      return compareKeys(new Set(names.flat()), { blobs: [...blobs, ...started], uploads })
    },
  }
}
