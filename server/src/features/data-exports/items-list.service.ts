import type { Deps } from '../../deps.ts'
import * as records from './records.repository.ts'

/** Written behind each other in pieces of this size. */
const PIECE_CHARACTERS = 512 * 1024

interface Listed {
  id: string
}

/**
 * `data/items.json`: what is known of each file and folder, written while the archive is laid out, so
 * that a million of them are never in memory together.
 */
export function itemsJson({ db, blobs, newId }: Pick<Deps, 'db' | 'blobs' | 'newId'>) {
  const key = newId()
  let waiting = new Map<string, records.ItemRecord>()
  let text = '[\n'
  let bytes = 0
  let isFirst = true

  async function put(): Promise<void> {
    const content = Buffer.from(text)
    text = ''
    async function* all() {
      yield content
    }
    bytes += await blobs.write(key, bytes, all())
  }

  async function flush(): Promise<void> {
    for (const record of waiting.values()) {
      if (record.path === null) continue
      text += `${isFirst ? '' : ',\n'}${JSON.stringify(record)}`
      isFirst = false
    }
    waiting = new Map()
    if (text.length >= PIECE_CHARACTERS) await put()
  }

  return {
    key,
    /** What is about to be laid out. */
    async add(rows: readonly Listed[]): Promise<void> {
      const found = await records.findItemRecords(
        db,
        rows.map(row => row.id),
      )
      waiting = new Map(found.map(record => [record.id, record]))
    },
    placed(id: string, path: string): void {
      const record = waiting.get(id)
      if (record) record.path = path
    },
    flush,
    /** @returns the length of the whole */
    async end(): Promise<number> {
      await flush()
      text += '\n]\n'
      await put()
      return bytes
    },
  }
}
