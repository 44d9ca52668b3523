import type { Upload } from '@coffer/contract/uploads'
import type { StoredUpload } from './stored-upload.ts'

/** An upload with activity this recent is probably still running, here or on another device. */
const QUIET_MS = 120_000
/** Several uploads may begin and end at about the same time. */
const PAUSE_MS = 1000

/** Returns unfinished uploads that this browser did not begin and that are no longer active. */
export function findOtherDeviceUploads(
  uploads: readonly Upload[],
  known: ReadonlySet<string>,
  now: number,
): StoredUpload[] {
  return uploads.flatMap(({ id, attributes }) => {
    const { filename, size_bytes, modified_at, path, parent_id, device } = attributes
    const at = lastActivityOf({ attributes })
    if (known.has(id) || size_bytes === null || now - at < QUIET_MS) return []
    return {
      id,
      name: filename,
      size: size_bytes,
      lastModified: modified_at,
      path,
      parentId: parent_id,
      at,
      device: device ?? '',
    }
  })
}

const lastActivityOf = ({ attributes }: Pick<Upload, 'attributes'>): number =>
  Date.parse(attributes.updated_at)

interface OtherDevicesDeps {
  /** All unfinished uploads of the user; null when they can't be loaded. */
  list: () => Promise<readonly Upload[] | null>
  /** Ids of the uploads of this browser. */
  known: () => ReadonlySet<string>
  show: (list: StoredUpload[]) => void
}

/**
 * Watches for uploads that other devices left unfinished.
 * @returns a function that checks soon, and again when another upload may have stopped
 */
export function watchOtherDevices({ list, known, show }: OtherDevicesDeps): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined
  let later: ReturnType<typeof setTimeout> | undefined
  async function check(): Promise<void> {
    soon = undefined
    clearTimeout(later)
    const uploads = await list()
    if (!uploads) return
    const now = Date.now()
    show(findOtherDeviceUploads(uploads, known(), now))
    const waits = uploads
      .filter(({ id }) => !known().has(id))
      .map(upload => lastActivityOf(upload) + QUIET_MS - now)
      .filter(ms => ms > 0)
    if (waits.length > 0) later = setTimeout(checkSoon, Math.min(...waits))
  }
  function checkSoon(): void {
    if (soon === undefined) soon = setTimeout(() => void check(), PAUSE_MS)
  }
  return checkSoon
}
