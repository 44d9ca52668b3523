import type { Upload } from '@coffer/contract/uploads'
import { type StoredUpload, UNKNOWN_DATE } from './stored-upload.ts'

/** An upload that was heard of so lately is likely on its way, here or on another device. */
const QUIET_MS = 120_000
/** Several may begin and end within a moment. */
const PAUSE_MS = 1000

/** Unfinished uploads that this browser does not remember: another device began them. */
export function findOtherDeviceUploads(
  uploads: readonly Upload[],
  known: ReadonlySet<string>,
  now: number,
): StoredUpload[] {
  return uploads.flatMap(({ id, attributes }) => {
    const { filename, size_bytes, modified_at, path, parent_id, device } = attributes
    const at = heardOf({ attributes })
    if (known.has(id) || size_bytes === null || now - at < QUIET_MS) return []
    const lastModified = modified_at ?? UNKNOWN_DATE
    const place = { path, parentId: parent_id, at, device: device ?? '' }
    return { id, name: filename, size: size_bytes, lastModified, ...place }
  })
}

const heardOf = ({ attributes }: Pick<Upload, 'attributes'>): number =>
  Date.parse(attributes.updated_at)

interface ElsewherePorts {
  /** All of them; null when they can't be had now. */
  list: () => Promise<readonly Upload[] | null>
  /** Those of this page. */
  known: () => ReadonlySet<string>
  show: (list: StoredUpload[]) => void
}

/** @returns looks soon at what other devices left unfinished, and again when one more may have stopped */
export function watchOtherDevices({ list, known, show }: ElsewherePorts): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined
  let later: ReturnType<typeof setTimeout> | undefined
  async function look(): Promise<void> {
    soon = undefined
    clearTimeout(later)
    const found = await list()
    if (!found) return
    const now = Date.now()
    show(findOtherDeviceUploads(found, known(), now))
    const moving = found
      .filter(({ id }) => !known().has(id))
      .map(upload => heardOf(upload) + QUIET_MS - now)
      .filter(ms => ms > 0)
    if (moving.length > 0) later = setTimeout(lookSoon, Math.min(...moving))
  }
  function lookSoon(): void {
    if (soon === undefined) soon = setTimeout(() => void look(), PAUSE_MS)
  }
  return lookSoon
}
