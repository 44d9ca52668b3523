import type { SearchHit } from '@coffer/contract/search'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ItemFace } from '../../features/browse/item-face.tsx'
import { useOrder } from '../../features/browse/order.ts'
import { lookAt } from '../../features/previews/looked-at.ts'
import { Marked } from '../../features/search/marked.tsx'
import { rememberSearch } from '../../features/search/recent-searches.ts'
import { locate } from '../../features/search/search.api.ts'
import type { Entry } from '../../features/search/spotlight-list.tsx'
import { ApiError } from '../../lib/api.ts'
import { fileErrand } from '../../lib/file-errand.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { useFormat } from '../../lib/use-format.ts'
import { alertPopup, failurePopup } from '../../ui/popups/popups.ts'

/** How found items look and what choosing them does. */
export function useItemEntries(
  query: string,
  close: () => void,
): (hit: SearchHit, among: readonly SearchHit[]) => Entry {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const format = useFormat()
  const [order] = useOrder()
  const goTo = (id: string | null) =>
    navigate({ to: '/platform/files/{-$id}', params: id ? { id } : NO_FOLDER })

  async function reveal({ id }: SearchHit): Promise<void> {
    try {
      const { parent_id, index } = await locate(id, order)
      fileErrand.set({ kind: 'reveal', folderId: parent_id, itemId: id, index })
      await goTo(parent_id)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) alertPopup({ title: t('search.gone') })
      else failurePopup(error)
    }
  }
  const after = (work: () => unknown) => () => {
    rememberSearch(query)
    close()
    void work()
  }
  const look = (hit: SearchHit, among: readonly SearchHit[]) =>
    hit.type === 'folder' ? goTo(hit.id) : lookAt(hit, among)
  return (hit, among) => ({
    id: hit.id,
    face: <ItemFace item={hit} size={30} />,
    label: <Marked text={hit.attributes.name} marks={hit.meta.marks} />,
    note: <Note hit={hit} />,
    hint: hit.type === 'file' ? format.bytes(hit.attributes.size_bytes) : undefined,
    run: after(() => look(hit, among)),
    reveal: after(() => reveal(hit)),
  })
}

/** Where it lies, or what was found in its text. */
function Note({ hit }: { hit: SearchHit }) {
  const { t } = useTranslation()
  const { path, snippet } = hit.meta
  if (snippet) return <Marked {...snippet} />
  return [t('places.files'), ...path.map(crumb => crumb.name)].join(' / ')
}
