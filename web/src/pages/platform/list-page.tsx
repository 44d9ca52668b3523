import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drops } from '../../features/browse/drops.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { Workspace } from '../../ui/workspace.tsx'
import { ListDetailsPanel, useInfo } from './list-details-panel.tsx'
import { ListHeader } from './list-header.tsx'
import type { ListState } from './use-list-page.ts'

const ActionMenu = lazy(async () => ({
  default: (await import('../../ui/action-menu.tsx')).ActionMenu,
}))
const SelectionBar = lazy(async () => ({
  default: (await import('../../ui/selection-bar.tsx')).SelectionBar,
}))

/** Loads what browsing needs later on the first interaction, to keep the first load small. */
function loadPartsOnInteraction(): () => void {
  const listening = new AbortController()
  const load = async () => {
    listening.abort()
    const { loadBrowsingParts } = await import('./browsing-parts.ts')
    await loadBrowsingParts()
  }
  // Without a network each part is loaded when it is needed.
  const tryToLoad = () => void load().catch(() => undefined)
  for (const type of ['pointermove', 'touchstart', 'keydown'])
    addEventListener(type, tryToLoad, { signal: listening.signal, passive: true })
  return () => listening.abort()
}

interface ListPageProps {
  list: ListState
  /** Name of the root of the list. */
  top: string
  drops?: Drops
  /** Actions for the selection; lists without their own menu show them without a selection too. */
  actions: readonly MenuAction[]
  /** Actions that do not fit on phones. */
  more: readonly MenuAction[]
  /** Shown before the other tools of the list. */
  tools?: ReactNode
  /** Shown at the end of the header. */
  head?: ReactNode
  children: ReactNode
}

/** The layout of a list page: header, list, details and menus. */
export function ListPage({
  list,
  top,
  drops,
  actions,
  more,
  tools,
  head,
  children,
}: ListPageProps) {
  const { t } = useTranslation()
  const info = useInfo()
  useEffect(loadPartsOnInteraction, [])
  const { listing, selection, isNarrow, isSelecting, menuAt } = list
  const name = listing.root?.attributes.name ?? top
  const subject = useSubject(list, name)
  usePageTitle(name)
  const showsInfo = info.isOpen && !isNarrow && !listing.error
  const close = info.isBeside ? undefined : info.toggle
  return (
    <Workspace
      infoLabel={t('files.details')}
      info={showsInfo && <ListDetailsPanel list={list} name={name} onClose={close} />}
    >
      <ListHeader
        list={list}
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
            isCapped={listing.rows.isCapped}
            isLoading={selection.isLoading}
            actions={actions}
            onClear={() => list.setChoosing(false)}
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
            onClose={list.closeMenu}
          />
        </Suspense>
      )}
    </Workspace>
  )
}

/** The title of the menu. */
function useSubject({ selection }: ListState, name: string): string {
  const { t } = useTranslation()
  if (selection.count === 0) return name
  const [only] = selection.items
  return selection.count === 1 && only
    ? only.attributes.name
    : t('files.items', { count: selection.count })
}
