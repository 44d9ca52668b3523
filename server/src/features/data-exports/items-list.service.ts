import type { Deps } from '../../deps.ts'
import * as records from './records.repository.ts'

/** Minimum length of a chunk that is appended to the file. */
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
  let bytes = 0
  let isFirst = true

  async function writeChunk(): Promise<void> {
    const content = Buffer.from(text)
    text = ''
    async function* all() {
      yield content
    }
    bytes += await blobs.write(key, bytes, all())
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
    /** @returns the length of the file in bytes */
    async end(): Promise<number> {
      await flush()
      text += '\n]\n'
      await writeChunk()
      return bytes
    },
  }
}
