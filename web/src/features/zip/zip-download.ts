import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { api, requireDownload, urlOf } from '../../lib/api.ts'
import type { OptionalCalls } from '../../lib/api-scope.ts'
import { startDownload } from '../../lib/start-download.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

type Packing = Pick<OptionalCalls, 'downloadZip' | 'keepZipSelection'>
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
async function start(calls: Packing, query: Record<string, string>, count: number): Promise<void> {
  await requireDownload(calls.downloadZip, { query })
  startDownload(urlOf(calls.downloadZip, { query }))
  successToast(i18next.t('zip.started', { count }))
}

const written = (items: readonly Ref[]) => items.map(({ id, type }) => `${id}|${type}`).join(',')

/** A long list is handed over first, and gets a short address. */
async function addressed(calls: Packing, items: readonly Ref[]): Promise<Record<string, string>> {
  if (items.length <= ADDRESS_ITEMS) return { items: written(items) }
  const refs = items.map(({ id, type }) => ({ id, type }))
  const { data } = await api(calls.keepZipSelection, { body: { items: refs } })
  return { selection: data.id }
}

/** Packs up chosen items. */
export async function downloadAsZip(calls: Packing, items: readonly Ref[]): Promise<void> {
  try {
    await start(calls, await addressed(calls, items), items.length)
  } catch (error) {
    failurePopup(error)
  }
}

/** Packs up a folder's content, however long it is and however little of it is loaded. */
export async function downloadWholeFolder(
  calls: Packing,
  { folderId, except, count }: WholeFolder,
): Promise<void> {
  try {
    await start(calls, { select_all_in: folderId ?? 'all', except: [...except].join(',') }, count)
  } catch (error) {
    failurePopup(error)
  }
}
