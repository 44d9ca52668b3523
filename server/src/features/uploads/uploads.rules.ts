import { normaliseName } from '@coffer/contract'
import type { UploadRow } from '../../db/schema.ts'

/**
 * Returns the folders of an upload's path, which ends with the file: `a/b/photo.jpg` gives a, b.
 */
export const foldersOf = (path: string): string[] => {
  const segments = path.replace(/^\/+/, '').split('/').slice(0, -1)
  return segments.map(normaliseName)
}

export interface Progress {
  received_bytes: number
  size_bytes: number | null
}

/**
 * Classifies a chunk by its offset: it continues the upload, was received already and only needs to
 * be acknowledged again, or conflicts with the received bytes.
 */
export function chunkPosition(
  { received_bytes }: Progress,
  offset: number | undefined,
  chunkBytes: number | undefined,
): 'append' | 'duplicate' | 'conflict' {
  if (offset === undefined || offset === received_bytes) return 'append'
  if (offset > received_bytes) return 'conflict'
  const isDuplicate = chunkBytes !== undefined && offset + chunkBytes <= received_bytes
  return isDuplicate ? 'duplicate' : 'conflict'
}

/**
 * Whether a chunk that was matched to an upload by its name is certainly not a part of it: it is the
 * first chunk of a file, or the declared size is that of another one.
 */
export function isOfAnotherFile(
  { received_bytes, size_bytes }: Progress,
  { offset, size }: { offset?: number | undefined; size?: number | undefined },
): boolean {
  if (offset === 0) return true
  return size !== undefined && (size < received_bytes || size !== (size_bytes ?? size))
}

/**
 * Whether only the commit of an upload without an id has failed. Its client cannot query that, and
 * sends the last chunk again.
 */
export const lacksCommit = (
  {
    client_key,
    received_bytes,
    size_bytes,
  }: Pick<UploadRow, 'client_key' | 'received_bytes' | 'size_bytes'>,
  { is_last }: { is_last: boolean },
): boolean => client_key !== null && is_last && received_bytes === size_bytes

/** Which of several sizes fit into the free bytes, taken in order. */
export function sizesThatFit(sizes: readonly number[], freeBytes: number): boolean[] {
  let remaining = freeBytes
  return sizes.map(size => {
    if (size > remaining) return false
    remaining -= size
    return true
  })
}
