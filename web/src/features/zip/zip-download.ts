import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { api, urlOf } from '../../lib/api.ts'
import type { MoreCalls } from '../../lib/door.ts'
import { startDownload } from '../../lib/start-download.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

type Packing = Pick<MoreCalls, 'downloadZip' | 'keepZipSelection'>
type Ref = Pick<Item, 'id' | 'type'>

/** Everything in a folder; null is the top of the user's own files. */
export interface WholeFolder {
  folderId: string | null
  except: ReadonlySet<string>
  count: number
}

/** Longer addresses are not taken everywhere. */
const ADDRESS_ITEMS = 100

/** By an address, so that the browser can go on with it after the connection was lost. */
function start(calls: Packing, query: Record<string, string>, count: number): void {
  startDownload(urlOf(calls.downloadZip, { query }))
  successToast(i18next.t('zip.started', { count }))
}

const written = (items: readonly Ref[]) => items.map(({ id, type }) => `${id}|${type}`).join(',')

/** Packs up chosen items; a long list is handed over first and gets a short address. */
export async function downloadAsZip(calls: Packing, items: readonly Ref[]): Promise<void> {
  if (items.length <= ADDRESS_ITEMS) return start(calls, { items: written(items) }, items.length)
  try {
    const refs = items.map(({ id, type }) => ({ id, type }))
    const { data } = await api(calls.keepZipSelection, { body: { items: refs } })
    start(calls, { selection: data.id }, items.length)
  } catch (error) {
    failurePopup(error)
  }
}

/** Packs up a folder's content, however long it is and however little of it is loaded. */
export function downloadWholeFolder(
  calls: Packing,
  { folderId, except, count }: WholeFolder,
): void {
  start(calls, { all_in: folderId ?? 'all', except: [...except].join(',') }, count)
}
