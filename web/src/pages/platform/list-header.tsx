import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '../../features/browse/breadcrumb.tsx'
import { InfoSwitch, SortMenu } from '../../features/browse/list-tools.tsx'
import { ViewSwitch } from '../../features/browse/view-switch.tsx'
import { SearchField } from '../../features/search/search-field.tsx'
import { useLargeScreen } from '../../ui/screen.ts'
import { FolderMenuButton } from './folder-menu-button.tsx'
import classes from './list-header.module.css'
import { isTop, type ListHeaderProps, titleOf } from './list-header-props.ts'
import type { ListState } from './use-list-page.ts'

// Large screens show the panel itself.
const PanelButton = lazy(async () => ({
  default: (await import('./panel-button.tsx')).PanelButton,
}))

// Loaded with the first selection.
const SelectionBar = lazy(async () => ({
  default: (await import('../../ui/selection-bar.tsx')).SelectionBar,
}))

const NarrowHead = lazy(async () => ({
  default: (await import('./narrow-head.tsx')).NarrowHead,
}))

// Loaded only for touch screens, which need a selection mode.
const TouchSelect = lazy(async () => ({
  default: (await import('./touch-select.tsx')).TouchSelect,
}))

/** Breadcrumb, tools and view of a list. */
export function ListHeader(props: ListHeaderProps) {
  if (!props.list.isNarrow) return <WideHeader {...props} />
  return (
    <Suspense fallback={<NarrowHeaderPlaceholder {...props} />}>
      <NarrowHead {...props} />
    </Suspense>
  )
}

/** A placeholder with the height and heading of the header that is being loaded. */
function NarrowHeaderPlaceholder(props: ListHeaderProps) {
  return (
    <>
      <header className={classes.header} data-narrow>
        <h1 className={classes.title}>{titleOf(props)}</h1>
      </header>
      <div className={classes.tools} data-narrow />
    </>
  )
}

function WideHeader({ list, top, drops, actions, info, tools, children }: ListHeaderProps) {
  const { listing, selection, order, onSort, isSelecting } = list
  return (
    <>
      <header className={classes.header}>
        <PanelButtonSlot />
        <Breadcrumb
          place={list.location.place}
          top={top}
          root={isTop(list) ? null : listing.root}
          ancestors={listing.ancestors}
          drops={drops}
          menu={
            hasFolderMenu(list) && (
              <FolderMenuButton list={list} name={titleOf({ list, top }) ?? top} />
            )
          }
        />
        <SearchField isNarrow={false} />
        {children}
      </header>
      <div className={classes.tools} data-selecting={isSelecting || undefined}>
        {isSelecting ? (
          <Suspense>
            <SelectionBar
              count={selection.count}
              total={listing.rows.total}
              isCapped={listing.rows.isCapped}
              isLoading={selection.isLoading}
              actions={actions}
              onClear={selection.clear}
              isNarrow={false}
            />
          </Suspense>
        ) : (
          <>
            {tools}
            {onSort && <SortMenu order={order} fields={list.sortFields} onSort={onSort} />}
            <span className={classes.space} />
          </>
        )}
        <Count list={list} />
        {!list.canDrag && (
          <Suspense>
            <TouchSelect list={list} />
          </Suspense>
        )}
        <ViewSwitch />
        <InfoSwitch isOn={info.isOpen} onToggle={info.toggle} />
      </div>
    </>
  )
}

/** Lists across folders are no folders, and folders in the trash have no actions. */
const hasFolderMenu = ({ location, listing }: ListState): boolean =>
  location.place !== 'trash' &&
  (listing.root ? true : location.place === 'folders' && location.folderId === null)

/** Announces the number of items or selected items to screen readers. */
function Count({ list: { listing, selection } }: { list: ListState }) {
  const { t } = useTranslation()
  const { total, isCapped } = listing.rows
  return (
    <span className={classes.count} role="status">
      {!listing.isLoading &&
        !listing.error &&
        (selection.count > 0
          ? t(isCapped ? 'files.selected_of_more' : 'files.selected_of', {
              count: selection.count,
              total,
            })
          : t(isCapped ? 'files.items_more' : 'files.items', { count: total }))}
    </span>
  )
}

const PanelButtonSlot = () =>
  !useLargeScreen() && (
    <Suspense fallback={<span className={classes.panelPlaceholder} />}>
      <PanelButton />
    </Suspense>
  )
