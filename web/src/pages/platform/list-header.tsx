import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '../../features/browse/breadcrumb.tsx'
import { InfoSwitch, SortMenu } from '../../features/browse/list-tools.tsx'
import { ViewSwitch } from '../../features/browse/view-switch.tsx'
import { SearchField } from '../../features/search/search-field.tsx'
import { useLargeScreen } from '../../ui/screen.ts'
import { FolderMenuButton } from './folder-menu-button.tsx'
import classes from './list-header.module.css'
import { isTop, type PlaceHeadProps, titleOf } from './list-header-props.ts'
import type { ListState } from './use-list-page.ts'

// Large screens have the panel itself.
const PanelButton = lazy(async () => ({
  default: (await import('./panel-button.tsx')).PanelButton,
}))

// Nothing is selected at first.
const SelectionBar = lazy(async () => ({
  default: (await import('../../features/items/selection-bar.tsx')).SelectionBar,
}))

const NarrowHead = lazy(async () => ({
  default: (await import('./narrow-head.tsx')).NarrowHead,
}))

// Whoever has a mouse needs no mode to select by.
const TouchSelect = lazy(async () => ({
  default: (await import('./touch-select.tsx')).TouchSelect,
}))

/** Where one is, and how the list is shown. */
export function ListHeader(props: PlaceHeadProps) {
  if (!props.place.isNarrow) return <WideHead {...props} />
  return (
    <Suspense fallback={<NarrowPlace {...props} />}>
      <NarrowHead {...props} />
    </Suspense>
  )
}

/** As high as the head that is coming, and under the same heading. */
function NarrowPlace(props: PlaceHeadProps) {
  return (
    <>
      <header className={classes.head} data-narrow>
        <h1 className={classes.title}>{titleOf(props)}</h1>
      </header>
      <div className={classes.tools} data-narrow />
    </>
  )
}

function WideHead({ place, top, drops, actions, info, tools, children }: PlaceHeadProps) {
  const { listing, selection, order, onSort, isSelecting } = place
  return (
    <>
      <header className={classes.head}>
        <PanelWay />
        <Breadcrumb
          place={place.shelf.place}
          top={top}
          root={isTop(place) ? null : listing.root}
          ancestors={listing.ancestors}
          drops={drops}
          menu={
            hasFolderMenu(place) && (
              <FolderMenuButton place={place} name={titleOf({ place, top }) ?? top} />
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
              actions={actions}
              onClear={selection.clear}
              isNarrow={false}
            />
          </Suspense>
        ) : (
          <>
            {tools}
            {onSort && <SortMenu order={order} fields={place.sortFields} onSort={onSort} />}
            <span className={classes.space} />
          </>
        )}
        <Count place={place} />
        {!place.canDrag && (
          <Suspense>
            <TouchSelect place={place} />
          </Suspense>
        )}
        <ViewSwitch />
        <InfoSwitch isOn={info.isOpen} onToggle={info.toggle} />
      </div>
    </>
  )
}

/** What gathers things from many folders is no folder itself, and nothing is done with one in the trash. */
const hasFolderMenu = ({ shelf, listing }: ListState): boolean =>
  shelf.place !== 'trash' &&
  (listing.root ? true : shelf.place === 'folders' && shelf.folderId === null)

/** Read out with every change of the selection, which the selection bar shows to the eye. */
function Count({ place: { listing, selection } }: { place: ListState }) {
  const { t } = useTranslation()
  const { total } = listing.rows
  return (
    <span className={classes.count} role="status">
      {!listing.isLoading &&
        !listing.error &&
        (selection.count > 0
          ? t('files.selected_of', { count: selection.count, total })
          : t('files.items', { count: total }))}
    </span>
  )
}

const PanelWay = () =>
  !useLargeScreen() && (
    <Suspense fallback={<span className={classes.panelPlace} />}>
      <PanelButton />
    </Suspense>
  )
