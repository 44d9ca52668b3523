import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { api, requireDownload, urlOf } from '../../lib/api.ts'
import type { OptionalCalls } from '../../lib/api-scope.ts'
import { startDownload } from '../../lib/start-download.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

type ZipCalls = Pick<OptionalCalls, 'downloadZip' | 'saveZipSelection'>
type Ref = Pick<Item, 'id' | 'type'>

/** Everything in a folder except some items; null is the user's home. */
export interface FolderSelection {
  folderId: string | null
  except: ReadonlySet<string>
  count: number
}

/** Longer URLs are not accepted everywhere: nginx refuses more than 8 kB. */
export const MAX_URL_ITEMS = 100

/** Downloads from a URL, so that the browser can resume after a lost connection. */
async function start(calls: ZipCalls, query: Record<string, string>, count: number): Promise<void> {
  await requireDownload(calls.downloadZip, { query })
  startDownload(urlOf(calls.downloadZip, { query }))
  successToast(i18next.t('zip.started', { count }))
}

const joinRefs = (items: readonly Ref[]) => items.map(({ id, type }) => `${id}|${type}`).join(',')

/** Stores a long list on the server and returns its id, to keep the URL short. */
async function toZipQuery(calls: ZipCalls, items: readonly Ref[]): Promise<Record<string, string>> {
  if (items.length <= MAX_URL_ITEMS) return { items: joinRefs(items) }
  const refs = items.map(({ id, type }) => ({ id, type }))
  const { data } = await api(calls.saveZipSelection, { body: { items: refs } })
  return { selection: data.id }
}

/** Downloads items as a ZIP archive. */
export async function downloadAsZip(calls: ZipCalls, items: readonly Ref[]): Promise<void> {
  try {
    await start(calls, await toZipQuery(calls, items), items.length)
  } catch (error) {
    failurePopup(error)
  }
}

/** Downloads everything in a folder as a ZIP archive, loaded or not. */
export async function downloadFolder(
  calls: ZipCalls,
  { folderId, except, count }: FolderSelection,
): Promise<void> {
  try {
    await start(calls, { select_all_in: folderId ?? 'all', except: [...except].join(',') }, count)
  } catch (error) {
    failurePopup(error)
  }
}
