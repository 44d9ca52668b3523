import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Shelf } from '../../features/browse/browse.api.ts'
import { DropZone } from '../../features/browse/drop-zone.tsx'
import type { ListDate, ListDetails } from '../../features/browse/item-list.tsx'
import { NewMenu } from '../../features/items/new-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useItemActions, useMoreActions, useNewActions } from './file-actions.ts'
import { FileDialogs } from './file-dialogs.tsx'
import { FileList } from './file-list.tsx'
import { PlacePage } from './place-page.tsx'
import { useFileKeys } from './use-file-keys.ts'
import { useFiles } from './use-files.ts'

interface FlatFilesProps {
  shelf: Shelf
  /** What the place is called. */
  top: string
  empty: { icon: LucideIcon; title: string; text: string; children?: ReactNode }
  date?: ListDate
  details?: ListDetails
  tools?: ReactNode
}

/** A list across folders, in which everything can be done that can be done in a folder. */
export function FlatFiles({ shelf, top, empty, date, details, tools }: FlatFilesProps) {
  const files = useFiles(shelf, top)
  const newActions = useNewActions(files)
  useFileKeys(files)
  const { isFlat, isNarrow, isChoosing, folderId, folderName, drops } = files
  const list = (
    <FileList
      files={files}
      newActions={newActions}
      {...(date && { date })}
      details={details}
      {...(isFlat && { empty: <Empty {...empty} /> })}
    />
  )
  const newMenu = newActions.length > 0 && <NewMenu actions={newActions} isNarrow={isNarrow} />
  return (
    <PlacePage
      place={files}
      top={top}
      actions={useItemActions(files)}
      more={useMoreActions(files)}
      tools={isFlat && tools}
      head={!isNarrow && newMenu}
    >
      {files.isFillable ? (
        <DropZone folderId={folderId} folderName={folderName} drops={drops}>
          {list}
        </DropZone>
      ) : (
        list
      )}
      {isNarrow && !isChoosing && newMenu}
      <FileDialogs files={files} />
    </PlacePage>
  )
}

function Empty({ icon: Icon, title, text, children }: FlatFilesProps['empty']) {
  return (
    <EmptyState
      picture={<Icon size={34} strokeWidth={1.5} aria-hidden />}
      title={title}
      text={text}
    >
      {children}
    </EmptyState>
  )
}
