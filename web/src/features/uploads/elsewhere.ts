import type { Upload } from '@coffer/contract/uploads'
import { type Remembered, UNKNOWN_DATE } from './remembered.ts'

/** An upload that was heard of so lately is likely on its way, here or on another device. */
const QUIET_MS = 120_000

/** Unfinished uploads that this browser does not remember: another device began them. */
export function unfinishedElsewhere(
  uploads: readonly Upload[],
  known: ReadonlySet<string>,
  now: number,
): Remembered[] {
  return uploads.flatMap(({ id, attributes }) => {
    const { filename, size_bytes, modified_at, path, parent_id, device, updated_at } = attributes
    const at = Date.parse(updated_at)
    if (known.has(id) || size_bytes === null || now - at < QUIET_MS) return []
    const lastModified = modified_at ?? UNKNOWN_DATE
    const place = { path, parentId: parent_id, at, device: device ?? '' }
    return { id, name: filename, size: size_bytes, lastModified, ...place }
  })
}
