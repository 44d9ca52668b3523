import { Skeleton } from '@mantine/core'
import { ChevronLeft, EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SortMenu } from '../../features/browse/list-tools.tsx'
import { ViewToggle } from '../../features/browse/view-switch.tsx'
import { ActionMenu } from '../../features/items/action-menu.tsx'
import type { MenuAction } from '../../features/items/menu-entry.tsx'
import { SearchField } from '../../features/search/search-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PanelButton } from './panel-button.tsx'
import classes from './place-head.module.css'
import { type PlaceHeadProps, titleOf } from './place-head-props.ts'

/** On a phone, where there is room for less. */
export function NarrowHead({ place, top, more, tools, children }: PlaceHeadProps) {
  const { t } = useTranslation()
  const { shelf, order, onSort } = place
  const title = titleOf({ place, top })
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
        <PanelButton />
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
