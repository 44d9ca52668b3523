import { SORT_FIELDS, SortField } from '@coffer/contract/browse'
import { ArrowDown, ArrowUp, ListChecks, Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrashOrder } from '../../features/browse/browse.api.ts'
import { ViewSwitch, ViewToggle } from '../../features/browse/view-switch.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { sharedView } from '../../ui/view-settings.ts'
import { GuestSelectionBar } from './guest-selection-bar.tsx'
import classes from './shared-tools.module.css'
import type { SharedFolder } from './use-shared-folder.ts'

interface SharedToolsProps {
  folder: SharedFolder
  /** Actions for the selection. */
  actions: readonly MenuAction[]
}

/** Search field, sorting and view of a share. */
export function SharedTools({ folder, actions }: SharedToolsProps) {
  const { t } = useTranslation()
  const { selection, isNarrow, order, onSort, query } = folder
  const isSelecting = query === '' && selection.count > 0 && !isNarrow
  return (
    <div className={classes.tools} data-selecting={isSelecting || undefined}>
      {isSelecting ? (
        <GuestSelectionBar
          count={selection.count}
          total={folder.listing.rows.total}
          isLoading={selection.isLoading}
          actions={actions}
          onClear={selection.clear}
          isNarrow={false}
        />
      ) : (
        <SearchField folder={folder} />
      )}
      <span className={classes.count} role="status">
        {isSelecting &&
          t('files.selected_of', { count: selection.count, total: folder.listing.rows.total })}
      </span>
      {query === '' && (
        <>
          {onSort && <SortSelect order={order} onSort={onSort} />}
          {isNarrow ? (
            <>
              <ViewToggle setting={sharedView} />
              <IconButton
                icon={ListChecks}
                label={t('files.select')}
                onClick={() => folder.setChoosing(true)}
              />
            </>
          ) : (
            <ViewSwitch setting={sharedView} />
          )}
        </>
      )}
    </div>
  )
}

interface SortSelectProps {
  order: TrashOrder
  onSort: (sort: TrashOrder['sort']) => void
}

/** A native select, because it needs no script before the first thumbnails. */
function SortSelect({ order, onSort }: SortSelectProps) {
  const { t } = useTranslation()
  const field = t(`files.sort_${order.sort}`)
  const direction = t(`files.${order.direction}`)
  return (
    <span className={classes.sort}>
      <select
        className={classes.select}
        value={order.sort}
        aria-label={t('guest_shares.sort')}
        onChange={event => onSort(SortField.parse(event.currentTarget.value))}
      >
        {SORT_FIELDS.map(sortField => (
          <option key={sortField} value={sortField}>
            {t(`files.sort_${sortField}`)}
          </option>
        ))}
      </select>
      <IconButton
        icon={order.direction === 'ASC' ? ArrowUp : ArrowDown}
        label={t('files.sorted_by', { field, direction })}
        size="small"
        onClick={() => onSort(order.sort)}
      />
    </span>
  )
}

function SearchField({ folder: { searchText, setSearchText, link } }: { folder: SharedFolder }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const label = t('guest_shares.search', { name: link.name })
  return (
    <search className={classes.field}>
      <Search size={17} strokeWidth={1.75} aria-hidden />
      <input
        ref={field}
        className={classes.input}
        type="search"
        value={searchText}
        placeholder={label}
        aria-label={label}
        maxLength={200}
        onChange={event => setSearchText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') setSearchText('')
        }}
      />
      {searchText !== '' && (
        <IconButton
          icon={X}
          label={t('guest_shares.clear_search')}
          size="small"
          onClick={() => {
            setSearchText('')
            field.current?.focus()
          }}
        />
      )}
    </search>
  )
}
