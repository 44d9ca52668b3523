import type { SearchHit } from '@coffer/contract/search'
import { useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { ADDRESS } from '../../features/browse/browse.api.ts'
import { placeOf } from '../../features/browse/folder-address.ts'
import { ItemIcon } from '../../features/browse/item-face.tsx'
import { useOrder } from '../../features/browse/order.ts'
import { openPreview } from '../../features/previews/preview-state.ts'
import { Marked } from '../../features/search/marked.tsx'
import { rememberSearch } from '../../features/search/recent-searches.ts'
import { locate } from '../../features/search/search.api.ts'
import type { Entry } from '../../features/search/spotlight-list.tsx'
import { closeSpotlight } from '../../features/search/spotlight-store.ts'
import { ApiError } from '../../lib/api.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { pendingCommand } from '../../lib/pending-command.ts'
import { useFormat } from '../../lib/use-format.ts'
import { alertPopup, failurePopup } from '../../ui/popups/popups.ts'
import classes from './use-item-entries.module.css'

/** Returns a function that renders a search hit as an entry of the spotlight. */
export function useItemEntries(
  query: string,
): (hit: SearchHit, hits: readonly SearchHit[]) => Entry {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const format = useFormat()
  const [order] = useOrder()
  const me = useUser().id
  const goTo = (location: ReturnType<typeof placeOf>, id: string | null) =>
    navigate({ to: ADDRESS[location], params: id ? { id } : NO_FOLDER })

  async function reveal(hit: SearchHit): Promise<void> {
    const location = placeOf(hit, me)
    // Items shared with the user have no index in the user's own order.
    if (location !== 'folders' && hit.attributes.parent_id === null) return goTo(location, null)
    try {
      const { parent_id, index } = await locate(hit.id, order)
      pendingCommand.set({
        kind: 'reveal',
        location,
        folderId: parent_id,
        itemId: hit.id,
        index,
      })
      await goTo(location, parent_id)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404)
        alertPopup({ title: t('search.item_missing') })
      else failurePopup(error)
    }
  }
  const closeAndRun = (action: () => unknown) => () => {
    rememberSearch(query)
    closeSpotlight()
    void action()
  }
  const openHit = (hit: SearchHit, hits: readonly SearchHit[]) =>
    hit.type === 'folder' ? goTo(placeOf(hit, me), hit.id) : openPreview(hit, hits)
  return (hit, hits) => ({
    id: hit.id,
    icon: <ItemIcon item={hit} size={30} />,
    label: (
      <span className={classes.name}>
        <span className={classes.text}>
          <Marked text={hit.attributes.name} marks={hit.meta.marks} />
        </span>
        <TeamMark hit={hit} />
      </span>
    ),
    note: <Note hit={hit} me={me} />,
    hint: hit.type === 'file' ? format.bytes(hit.attributes.size_bytes) : undefined,
    run: closeAndRun(() => openHit(hit, hits)),
    reveal: closeAndRun(() => reveal(hit)),
  })
}

/** Drawn here, because importing the mark of the lists would load another chunk for everyone. */
function TeamMark({ hit: { id, attributes } }: { hit: SearchHit }) {
  const { t } = useTranslation()
  if (attributes.team_id === null) return null
  const label = t(attributes.team_id === id ? 'teams.badge' : 'teams.badge_within')
  return <Users size={15} className={classes.mark} role="img" aria-label={label} />
}

/** The owner, and the path or the matching text. */
function Note({ hit, me }: { hit: SearchHit; me: string }) {
  const { t } = useTranslation()
  const { path, snippet } = hit.meta
  const isOwn = placeOf(hit, me) === 'folders'
  const top = t(isOwn ? 'places.files' : 'places.shared_with_me')
  return (
    <>
      {!isOwn && `${hit.relationships.owner.data?.attributes.name} · `}
      {snippet ? <Marked {...snippet} /> : [top, ...path.map(crumb => crumb.name)].join(' / ')}
    </>
  )
}
