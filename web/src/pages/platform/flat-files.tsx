import type { TeamFolder } from '@coffer/contract/teams'
import { Button } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ListLocation } from '../../features/browse/browse.api.ts'
import { DropZone } from '../../features/browse/drop-zone.tsx'
import type { ListDate, ListDetails } from '../../features/browse/item-list.tsx'
import { ListIcon, listIcon } from '../../features/browse/list-states.tsx'
import { NewMenu } from '../../features/items/new-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { useItemMenu, useNewActions } from './file-actions.ts'
import { FileDialogs } from './file-dialogs.tsx'
import { FileList } from './file-list.tsx'
import { ListPage } from './list-page.tsx'
import { useFileKeys } from './use-file-keys.ts'
import { type Files, useFiles } from './use-files.ts'
import { usePendingCommands } from './use-pending-commands.ts'

interface FlatFilesProps {
  location: ListLocation
  /** Name of the list. */
  top: string
  empty: { icon: LucideIcon; title: string; text: string; children?: ReactNode }
  date?: ListDate
  details?: ListDetails
  tools?: ReactNode
  /** Actions that add something at the root of the list. */
  topActions?: (files: Files) => readonly MenuAction[]
  /** Actions for the list itself. */
  listActions?: readonly MenuAction[]
}

const PeopleButton = lazy(async () => ({
  default: (await import('../../features/teams/people-button.tsx')).PeopleButton,
}))

function TeamHeader({ files, team }: { files: Files; team: TeamFolder }) {
  return (
    <Suspense>
      <PeopleButton
        team={team}
        onOpen={() => files.setDialog({ kind: 'team', how: 'people', folder: team })}
      />
    </Suspense>
  )
}

interface FlatHeadProps {
  files: Files
  actions: readonly MenuAction[]
  children: ReactNode
}

function FlatHeader({ files, actions, children }: FlatHeadProps) {
  const { team } = files.listing
  return (
    <>
      {team && <TeamHeader files={files} team={team} />}
      {actions.map(({ label, icon, run }) => (
        <IconButton key={label} icon={icon} label={label} onClick={run} />
      ))}
      {children}
    </>
  )
}

/** A list across folders with all actions of a folder. */
export function FlatFiles({
  location,
  top,
  empty,
  date,
  details,
  tools,
  topActions,
  listActions = [],
}: FlatFilesProps) {
  const files = useFiles(location, top)
  const folderActions = useNewActions(files)
  const newActions = files.isFlat ? (topActions?.(files) ?? []) : folderActions
  useFileKeys(files)
  usePendingCommands(files)
  const { actions, more } = useItemMenu(files)
  const { isFlat, isNarrow, isSelecting, folderId, folderName, drops, listing } = files
  const list = (
    <FileList
      files={files}
      newActions={newActions}
      {...(date && { date })}
      details={details}
      {...(isFlat && { empty: <Empty {...empty} actions={newActions} /> })}
    />
  )
  const rootActions = isFlat && listing.rows.total > 0 ? listActions : []
  const newMenu = newActions.length > 0 && <NewMenu actions={newActions} isNarrow={isNarrow} />
  return (
    <ListPage
      list={files}
      top={top}
      drops={drops}
      actions={actions}
      more={[...more, ...rootActions]}
      tools={isFlat && tools}
      head={
        !isNarrow && (
          <FlatHeader files={files} actions={rootActions}>
            {!listing.error && newMenu}
          </FlatHeader>
        )
      }
    >
      {files.isFillable ? (
        <DropZone folderId={folderId} folderName={folderName} drops={drops} onMenu={files.openMenu}>
          {list}
        </DropZone>
      ) : (
        list
      )}
      {isNarrow && !isSelecting && newMenu}
      <FileDialogs files={files} />
    </ListPage>
  )
}

type EmptyProps = FlatFilesProps['empty'] & { actions: readonly MenuAction[] }

function Empty({ icon: Icon, title, text, children, actions }: EmptyProps) {
  return (
    <EmptyState
      picture={
        <ListIcon>
          <Icon {...listIcon} />
        </ListIcon>
      }
      title={title}
      text={text}
    >
      {children}
      {actions.map(({ label, run }) => (
        <Button key={label} onClick={run}>
          {label}
        </Button>
      ))}
    </EmptyState>
  )
}
