import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
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

/** Writes a layout down under a key, so that it is the same later. @returns its bytes */
export const keepLayout = (blobs: Deps['blobs'], key: string, layout: ZipLayout): Promise<number> =>
  blobs.write(key, 0, pieces(layout))

/** Checksums that were worked out since it was written down. */
async function fillChecksums(db: Db, layout: ZipLayout): Promise<void> {
  let unknown = new Map<string, number[]>()
  async function settle(): Promise<void> {
    if (unknown.size === 0) return
    for (const [id, crc] of await zip.findCrcs(db, [...unknown.keys()]))
      for (const index of unknown.get(id) ?? []) layout.setCrc(index, crc)
    unknown = new Map()
  }
  for (let index = 0; index < layout.count; index += 1) {
    const id = layout.isCrcKnown(index) ? null : layout.blobId(index)
    if (id === null) continue
    unknown.set(id, [...(unknown.get(id) ?? []), index])
    if (unknown.size === BATCH_SIZE) await settle()
  }
  await settle()
}

export async function readLayout(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  key: string,
): Promise<ZipLayout> {
  const bytes = await zip.findSize(db, key)
  const layout = ZipLayout.from(await collect(blobs.read(key, { start: 0, end: bytes - 1 })))
  await fillChecksums(db, layout)
  return layout
}
