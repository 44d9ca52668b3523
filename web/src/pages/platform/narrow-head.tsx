import { Skeleton } from '@mantine/core'
import { ChevronLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SortMenu } from '../../features/browse/list-tools.tsx'
import { ViewToggle } from '../../features/browse/view-switch.tsx'
import { SearchField } from '../../features/search/search-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './list-header.module.css'
import { type ListHeaderProps, titleOf } from './list-header-props.ts'
import { MoreMenu } from './more-menu.tsx'
import { PanelButton } from './panel-button.tsx'

/** The header of a list on phones. */
export function NarrowHead({ list, top, more, tools, children }: ListHeaderProps) {
  const { t } = useTranslation()
  const { location, order, onSort } = list
  const title = titleOf({ list, top })
  return (
    <>
      <header className={classes.header} data-narrow>
        {location.folderId !== null && (
          <IconButton
            icon={ChevronLeft}
            label={t('files.up')}
            className={classes.back}
            onClick={list.goUp}
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
        {onSort && <SortMenu order={order} fields={list.sortFields} onSort={onSort} />}
        <span className={classes.space} />
        <PanelButton />
        <ViewToggle />
      </div>
    </>
  )
}
