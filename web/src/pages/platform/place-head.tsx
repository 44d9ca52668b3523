import { Skeleton } from '@mantine/core'
import { ChevronLeft, EllipsisVertical } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '../../features/browse/breadcrumb.tsx'
import type { Drops } from '../../features/browse/drops.ts'
import { InfoSwitch, SortMenu } from '../../features/browse/list-tools.tsx'
import { ViewSwitch, ViewToggle } from '../../features/browse/view-switch.tsx'
import { ActionMenu, type MenuAction } from '../../features/items/action-menu.tsx'
import { SelectionBar } from '../../features/items/selection-bar.tsx'
import { SearchField } from '../../features/search/search-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './place-head.module.css'
import type { PlaceState } from './use-place.ts'

interface PlaceHeadProps {
  place: PlaceState
  top: string
  drops: Drops | undefined
  /** For what is selected. */
  actions: readonly MenuAction[]
  info: { isOpen: boolean; toggle: () => void }
  /** What a phone has no room to show. */
  more: readonly MenuAction[]
  /** Before the other tools. */
  tools?: ReactNode
  /** At the end of the first line. */
  children?: ReactNode
}

/** Where one is, and how the list is shown. */
export function PlaceHead(props: PlaceHeadProps) {
  return props.place.isNarrow ? <NarrowHead {...props} /> : <WideHead {...props} />
}

/** Also where the folder is not to be had: what is left then is the way up. */
const isTop = ({ shelf, listing }: PlaceState): boolean =>
  shelf.folderId === null || listing.error !== null

function WideHead({ place, top, drops, actions, info, tools, children }: PlaceHeadProps) {
  const { listing, selection, order, onSort } = place
  return (
    <>
      <header className={classes.head}>
        <Breadcrumb
          place={place.shelf.place}
          top={top}
          root={isTop(place) ? null : listing.root}
          ancestors={listing.ancestors}
          drops={drops}
        />
        <SearchField isNarrow={false} />
        {children}
      </header>
      <div
        className={classes.tools}
        data-selecting={selection.count > 0 || undefined}
        data-info={info.isOpen || undefined}
      >
        <span className={classes.order}>
          {tools}
          {onSort && <SortMenu order={order} fields={place.sortFields} onSort={onSort} />}
        </span>
        {selection.count > 0 && (
          <SelectionBar
            count={selection.count}
            actions={actions}
            onClear={selection.clear}
            isNarrow={false}
          />
        )}
        <span className={classes.space} />
        <Count place={place} />
        <ViewSwitch />
        <InfoSwitch isOn={info.isOpen} onToggle={info.toggle} />
      </div>
    </>
  )
}

/** Also read out, as it says what a key or a click has done. */
function Count({ place: { listing, selection } }: { place: PlaceState }) {
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

function NarrowHead({ place, top, more, tools, children }: PlaceHeadProps) {
  const { t } = useTranslation()
  const { listing, shelf, order, onSort } = place
  const title = isTop(place) ? top : listing.root?.attributes.name
  return (
    <>
      <header className={classes.head} data-narrow>
        {shelf.folderId !== null && (
          <IconButton
            icon={ChevronLeft}
            label={t('files.up')}
            className={classes.back}
            onClick={place.goUp}
          />
        )}
        {title ? (
          <h1 className={classes.title}>{title}</h1>
        ) : (
          <Skeleton width={140} height={16} radius="sm" className={classes.title} />
        )}
        {children}
        <SearchField isNarrow />
        <MoreMenu title={title ?? top} actions={more} />
      </header>
      <div className={classes.tools} data-narrow>
        {tools}
        {onSort && <SortMenu order={order} fields={place.sortFields} onSort={onSort} />}
        <span className={classes.space} />
        <ViewToggle />
      </div>
    </>
  )
}

function MoreMenu({ title, actions }: { title: string; actions: readonly MenuAction[] }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        label={t('files.more')}
        tooltip="none"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <ActionMenu
        at={isOpen ? { x: 0, y: 0 } : null}
        title={title}
        actions={actions}
        isNarrow
        onClose={() => setOpen(false)}
      />
    </>
  )
}
