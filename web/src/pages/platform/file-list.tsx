import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drops } from '../../features/browse/drops.ts'
import { ItemList, type ListDate, type ListDetails } from '../../features/browse/item-list.tsx'
import { EmptyFolder } from '../../features/browse/list-states.tsx'
import { useListEvents } from '../../features/items/list-events.ts'
import { RenameField } from '../../features/items/rename-field.tsx'
import { useStable } from '../../lib/use-stable.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import type { FolderState } from './use-folder.ts'

// Guests of links, who seldom need them, load at most 200 kB at first.
const Draft = lazy(async () => ({ default: (await import('./new-folder-draft.tsx')).Draft }))
const ListFailure = lazy(async () => ({
  default: (await import('../../features/browse/list-failure.tsx')).ListFailure,
}))

interface FileListProps {
  files: FolderState & { drops: Drops | undefined }
  /** Shown instead of an empty list. */
  empty?: ReactNode
  date?: ListDate
  details?: ListDetails | undefined
  maxWidth?: number
  newActions: readonly MenuAction[]
}

/** The items of a folder, or why there are none. */
export function FileList({ files, newActions, empty, date, details, maxWidth }: FileListProps) {
  const { t } = useTranslation()
  const { listing, selection, isChoosing, folderId, folderName } = files
  const events = useListEvents({
    rows: listing.rows,
    selection,
    isChoosing,
    indexesIn: (...range) => files.layout.current.itemsIn(...range),
    onOpen: files.open,
    onMenu: files.openMenu,
  })
  const onOpen = useStable(files.open)
  const editing = editorOf(files)
  if (listing.error)
    return (
      <Suspense>
        <ListFailure error={listing.error} retry={listing.retry} place="files" />
      </Suspense>
    )
  if (!listing.isLoading && listing.rows.total === 0 && !files.draft)
    return empty ? (
      empty
    ) : (
      <EmptyFolder isHome={folderId === null} canDrop={files.canDrag}>
        {newActions
          .filter(({ first }) => first)
          .map(({ label, run, icon: Icon }, index) => (
            <Button
              key={label}
              variant={index === 0 ? 'default' : 'filled'}
              leftSection={<Icon size={18} strokeWidth={1.75} aria-hidden />}
              onClick={run}
            >
              {label}
            </Button>
          ))}
      </EmptyFolder>
    )
  return (
    <ItemList
      {...files}
      maxWidth={maxWidth}
      label={t('files.list_of', { folder: folderName })}
      date={date ?? { field: 'updated_at', label: t('files.changed') }}
      details={details}
      selection={{ has: selection.has, cursor: selection.cursor, isChoosing }}
      isCut={files.isCut}
      editing={editing}
      draft={
        files.draft && (
          <Suspense>
            <Draft draft={files.draft} files={files} />
          </Suspense>
        )
      }
      onOpen={onOpen}
      events={events}
      onLayout={files.setLayout}
    />
  )
}

function editorOf({ editing, nameDraft, rename, stopRename }: FolderState) {
  if (!editing) return null
  const { item, rejected } = editing
  return {
    id: item.id,
    field: (
      <RenameField
        key={rejected?.message}
        name={item.attributes.name}
        type={item.type}
        rejected={rejected}
        draft={nameDraft}
        onRename={name => void rename(item, name)}
        onLeave={stopRename}
      />
    ),
  }
}
