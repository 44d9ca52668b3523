import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Deps } from '../../deps.ts'
import type { StoredBlob } from '../../files/blobs.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import * as records from './records.repository.ts'

/** Minimum length of a chunk that is written. */
const CHUNK_CHARACTERS = 512 * 1024

interface ListedItem {
  id: string
}

/**
 * Writes `data/items.json`, the metadata of each file and folder, while the archive is planned, so
 * that large accounts never have all items in memory.
 */
export function itemsJson({ db, blobs, newId }: Pick<Deps, 'db' | 'blobs' | 'newId'>) {
  const key = newId()
  let pending = new Map<string, records.ItemRecord>()
  let text = '[\n'
  let isFirst = true
  const stream = new PassThrough()
  const writing = blobs.write(key, stream as Bytes)
  // A failure surfaces at the next chunk.
  const failed = writing.then(() => undefined)
  failed.catch(() => undefined)

  async function writeChunk(): Promise<void> {
    const content = Buffer.from(text)
    text = ''
    if (!stream.write(content)) await Promise.race([once(stream, 'drain'), failed])
  }

  async function flush(): Promise<void> {
    for (const record of pending.values()) {
      if (record.path === null) continue
      text += `${isFirst ? '' : ',\n'}${JSON.stringify(record)}`
      isFirst = false
    }
    pending = new Map()
    if (text.length >= CHUNK_CHARACTERS) await writeChunk()
  }

  return {
    key,
    /** Loads the records of items that are about to be planned. */
    async add(rows: readonly ListedItem[]): Promise<void> {
      const itemRecords = await records.findItemRecords(
        db,
        rows.map(row => row.id),
      )
      pending = new Map(itemRecords.map(record => [record.id, record]))
    },
    placed(id: string, path: string): void {
      const record = pending.get(id)
      if (record) record.path = path
    },
    flush,
    async end(): Promise<StoredBlob> {
      await flush()
      stream.end(`${text}\n]\n`)
      return writing
    },
    async abort(): Promise<void> {
      stream.destroy()
      await failed.catch(() => undefined)
      await blobs.remove(key)
    },
  }
}
