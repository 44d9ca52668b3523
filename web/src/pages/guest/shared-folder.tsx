import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DropZone } from '../../features/browse/drop-zone.tsx'
import { EmptyFolder } from '../../features/browse/list-states.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FolderIcon } from '../../ui/folder-icon.tsx'
import { FileList } from '../platform/file-list.tsx'
import { useGuestActions, useGuestNewActions } from './guest-actions.ts'
import { GuestOverlays } from './guest-overlays.tsx'
import { GuestSelectionBar } from './guest-selection-bar.tsx'
import { hideContentIfLimited } from './limited-downloads.ts'
import classes from './shared-folder.module.css'
import { SharedHead } from './shared-head.tsx'
import { SharedNew } from './shared-new.tsx'
import { SharedTools } from './shared-tools.tsx'
import { useGuestKeys } from './use-guest-keys.ts'
import { type SharedFolder, useSharedFolder } from './use-shared-folder.ts'

const Breadcrumb = lazy(async () => ({
  default: (await import('../../features/browse/breadcrumb.tsx')).Breadcrumb,
}))
const SharedHits = lazy(async () => ({ default: (await import('./shared-hits.tsx')).SharedHits }))
/** Maximum width of the content in px. */
const WIDTH = 1032

/** The page /share/:token/files/:id?. */
export function SharedFolderPage() {
  const folder = useSharedFolder()
  const { link, isNarrow, isSelecting, selection, listing } = folder
  const actions = useGuestActions(folder)
  usePageTitle(listing.root?.attributes.name ?? link.name)
  useGuestKeys(folder, folder.query === '')
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <FolderHeader folder={folder} />
        <FolderPath folder={folder} />
        <SharedTools folder={folder} actions={actions} />
      </div>
      {folder.query === '' ? (
        <Content folder={folder} />
      ) : (
        <Suspense>
          <SharedHits folder={folder} />
        </Suspense>
      )}
      {isNarrow && isSelecting && (
        <GuestSelectionBar
          count={selection.count}
          total={listing.rows.total}
          isLoading={selection.isLoading}
          actions={actions}
          onClear={() => folder.setChoosing(false)}
          isNarrow
        />
      )}
      <GuestOverlays
        folder={folder}
        canUpload={link.permission === 'editor'}
        transformPreview={hideContentIfLimited(link)}
      />
    </div>
  )
}

function FolderHeader({ folder }: { folder: SharedFolder }) {
  const { t } = useTranslation()
  const { isTop, listing, downloadAll } = folder
  const newActions = useGuestNewActions(folder)
  const { emoji, color } = (isTop && listing.root?.attributes) || { emoji: null, color: null }
  const { total } = listing.rows
  const isLoaded = !listing.isLoading && !listing.error
  return (
    <SharedHead
      isHeading={isTop}
      listIcon={(emoji || color) && <FolderIcon color={color} emoji={emoji} size={26} />}
      size={isLoaded && isTop ? t('files.items', { count: total }) : null}
      download={
        isLoaded && total > 0 ? { label: t('guest_shares.download_all'), run: downloadAll } : null
      }
    >
      {newActions.length > 0 && (
        <SharedNew actions={newActions} isNarrow={folder.isNarrow ?? false} />
      )}
    </SharedHead>
  )
}

/** The path of the current folder, hidden in the top folder. */
function FolderPath({ folder: { isTop, link, listing, drops } }: { folder: SharedFolder }) {
  if (isTop) return null
  return (
    <div className={classes.link}>
      <Suspense>
        <Breadcrumb
          place="folders"
          top={link.name}
          root={listing.error ? null : listing.root}
          ancestors={listing.ancestors.filter(({ id }) => id !== link.itemId)}
          drops={drops}
        />
      </Suspense>
    </div>
  )
}

function Content({ folder }: { folder: SharedFolder }) {
  const { t } = useTranslation()
  const newActions = useGuestNewActions(folder)
  const empty =
    newActions.length === 0 ? (
      <EmptyState title={t('files.empty_folder')} text={t('guest_shares.empty_text')} />
    ) : (
      <EmptyFolder isHome={false} canDrop={folder.canDrag} />
    )
  return (
    <DropZone folderId={folder.folderId} folderName={folder.folderName} drops={folder.drops}>
      <FileList files={folder} newActions={newActions} empty={empty} maxWidth={WIDTH} />
    </DropZone>
  )
}
