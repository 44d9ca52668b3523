import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { StoredBlob } from '../../files/blobs.ts'
import { type Bytes, collect } from '../../lib/byte-streams.ts'
import * as zip from './zip.repository.ts'
import { ZipLayout } from './zip-layout.ts'

const PIECE = 1024 * 1024
const BATCH_SIZE = 1000

async function* pieces(layout: ZipLayout): Bytes {
  for (const column of layout.toBytes())
    for (let start = 0; start < column.length; start += PIECE)
      yield column.subarray(start, start + PIECE)
}

/**
 * Stores a layout under a blob key, so that a later download uses the same one.
 */
export const keepLayout = (
  blobs: Deps['blobs'],
  key: string,
  layout: ZipLayout,
): Promise<StoredBlob> => blobs.write(key, pieces(layout))

/** Adds checksums that were computed since the layout was stored. */
async function fillChecksums(db: Db, layout: ZipLayout): Promise<void> {
  let unknown = new Map<string, number[]>()
  async function flush(): Promise<void> {
    if (unknown.size === 0) return
    for (const [id, crc] of await zip.findCrcs(db, [...unknown.keys()]))
      for (const index of unknown.get(id) ?? []) layout.setCrc(index, crc)
    unknown = new Map()
  }
  for (let index = 0; index < layout.count; index += 1) {
    const id = layout.isCrcKnown(index) ? null : layout.blobId(index)
    if (id === null) continue
    unknown.set(id, [...(unknown.get(id) ?? []), index])
    if (unknown.size === BATCH_SIZE) await flush()
  }
  await flush()
}

/** Reads a stored layout, with checksums computed since. */
export async function readLayout(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  key: string,
): Promise<ZipLayout> {
  const bytes = await zip.findSize(db, key)
  const layout = ZipLayout.from(await collect(blobs.read(key, { start: 0, end: bytes - 1 })))
  await fillChecksums(db, layout)
  return layout
}
