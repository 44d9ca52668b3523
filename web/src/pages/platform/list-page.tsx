import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drops } from '../../features/browse/drops.ts'
import type { MenuAction } from '../../features/items/menu-entry.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import { Workspace } from '../../ui/workspace.tsx'
import { ListDetailsPanel, useInfo } from './list-details-panel.tsx'
import { ListHeader } from './list-header.tsx'
import type { ListState } from './use-list-page.ts'

const ActionMenu = lazy(async () => ({
  default: (await import('../../features/items/action-menu.tsx')).ActionMenu,
}))
const SelectionBar = lazy(async () => ({
  default: (await import('../../features/items/selection-bar.tsx')).SelectionBar,
}))

const loadParts = async () => (await import('./browsing-parts.ts')).loadBrowsingParts()
// On the first interaction, to keep the first load small.
for (const type of ['pointermove', 'touchstart', 'keydown'])
  addEventListener(type, () => void loadParts(), { once: true, passive: true })

interface PlacePageProps {
  place: ListState
  /** What the top of the place is called. */
  top: string
  drops?: Drops
  /** For what is selected; with nothing selected also for a place that has no menu of its own. */
  actions: readonly MenuAction[]
  /** What a phone has no room to show. */
  more: readonly MenuAction[]
  /** Before the other tools of the list. */
  tools?: ReactNode
  /** At the end of the head. */
  head?: ReactNode
  children: ReactNode
}

/** Head, list, details and menus, as Files and the trash have them. */
export function ListPage({
  place,
  top,
  drops,
  actions,
  more,
  tools,
  head,
  children,
}: PlacePageProps) {
  const { t } = useTranslation()
  const info = useInfo()
  const { listing, selection, isNarrow, isSelecting, menuAt } = place
  const name = listing.root?.attributes.name ?? top
  const subject = useSubject(place, name)
  usePageTitle(name)
  const showsInfo = info.isOpen && !isNarrow && !listing.error
  const close = info.isBeside ? undefined : info.toggle
  return (
    <Workspace
      infoLabel={t('files.details')}
      info={showsInfo && <ListDetailsPanel place={place} name={name} onClose={close} />}
    >
      <ListHeader
        place={place}
        top={top}
        drops={drops}
        actions={actions}
        info={info}
        more={more}
        tools={tools}
      >
        {head}
      </ListHeader>
      {children}
      {isNarrow && isSelecting && (
        <Suspense>
          <SelectionBar
            count={selection.count}
            total={listing.rows.total}
            actions={actions}
            onClear={() => place.setChoosing(false)}
            isNarrow
          />
        </Suspense>
      )}
      {menuAt && actions.length > 0 && (
        <Suspense>
          <ActionMenu
            at={menuAt}
            title={subject}
            actions={actions}
            isNarrow={isNarrow}
            onClose={place.closeMenu}
          />
        </Suspense>
      )}
    </Workspace>
  )
}

/** Whose menu it is. */
function useSubject({ selection }: ListState, name: string): string {
  const { t } = useTranslation()
  if (selection.count === 0) return name
  const [only] = selection.items
  return selection.count === 1 && only
    ? only.attributes.name
    : t('files.items', { count: selection.count })
}
