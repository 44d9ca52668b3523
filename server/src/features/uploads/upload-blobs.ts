import type { UploadRow } from '../../db/schema.ts'
import type { Appended, Placement } from '../../files/blob-store.ts'
import type { UnfinishedBlob } from '../../files/blobs.ts'
import { combineCrc32 } from '../../files/combine-crc32.ts'

export type BlobColumns = Pick<
  UploadRow,
  'store' | 'placement' | 'crc32' | 'chunk_offset' | 'chunk_crc32'
>

/** Only the columns of the content. */
export const pickBlobColumns = ({
  store,
  placement,
  crc32,
  chunk_offset,
  chunk_crc32,
}: BlobColumns): BlobColumns => ({ store, placement, crc32, chunk_offset, chunk_crc32 })

/** The columns before the first acknowledged bytes. */
export const NO_BLOB: BlobColumns = {
  store: null,
  placement: null,
  crc32: null,
  chunk_offset: null,
  chunk_crc32: null,
}

/** The content of an upload as the stores know it. */
export const unfinishedBlob = (
  row: Pick<UploadRow, 'blob_id' | 'received_bytes' | 'size_bytes' | 'store' | 'placement'>,
): UnfinishedBlob => ({
  key: row.blob_id,
  receivedBytes: row.received_bytes,
  sizeBytes: row.size_bytes,
  store: row.store,
  placement: row.placement === null ? null : (JSON.parse(row.placement) as Placement),
})

/** The columns once further bytes are acknowledged. */
export const appendedColumns = (
  row: Pick<UploadRow, 'received_bytes' | 'crc32' | 'chunk_offset' | 'chunk_crc32'>,
  { store, placement, crc32, bytes }: Appended & { store: number },
): BlobColumns => ({
  store,
  placement: placement && JSON.stringify(placement),
  crc32:
    row.crc32 === null && row.received_bytes > 0
      ? null
      : combineCrc32(row.crc32 ?? 0, crc32, bytes),
  // An empty chunk only finishes the upload.
  chunk_offset: bytes > 0 ? row.received_bytes : row.chunk_offset,
  chunk_crc32: bytes > 0 ? crc32 : row.chunk_crc32,
})
