import type { Item } from '@coffer/contract/items'
import { ClipboardPaste, Download, Pencil, Share2, Star, StarOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadAsZip } from '../../features/zip/zip-download.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { useNewActions } from './file-actions.ts'
import { detailsAction, teamActions } from './item-menu.ts'
import type { Files } from './use-files.ts'
import { useRestrictions } from './use-restrictions.ts'

/** Actions for the current folder, opened next to its name or on an empty part of the list. */
export function FolderMenu({ files }: { files: Files }) {
  const [opener] = useState(() => document.activeElement)
  const actions = useFolderActions(files)
  return (
    <ActionMenu
      at={actions.length > 0 ? files.menuAt : null}
      title={files.folderName}
      actions={actions}
      isNarrow={files.isNarrow}
      onClose={() => {
        files.closeMenu()
        // An empty folder has no list that could get the focus.
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      }}
    />
  )
}

function useFolderActions(files: Files): MenuAction[] {
  const { t } = useTranslation()
  const { root } = files.listing
  const newActions = useNewActions(files)
  const ownActions = useOwnActions(files)
  const paste = { label: t('files.paste'), icon: ClipboardPaste, run: files.paste, parted: true }
  const [first, ...others] = root ? ownActions(root) : []
  return [
    ...newActions,
    ...(files.canPaste ? [paste] : []),
    ...(first ? [{ ...first, parted: newActions.length > 0 }, ...others] : []),
  ]
}

/** Actions for the folder itself, according to the user's abilities. */
function useOwnActions(files: Files): (folder: Item) => MenuAction[] {
  const { t } = useTranslation()
  const { unlessRestricted } = useRestrictions()
  const { setDialog, cache } = files
  const { more } = cache.scope
  return folder => {
    const { can } = folder.meta
    const isStarred = folder.attributes.is_favourite
    const download = {
      label: t('files.download'),
      icon: Download,
      run: () =>
        unlessRestricted('canDownload', () => more && void downloadAsZip(more, [folder]), folder),
    }
    const share = {
      label: t('shares.share'),
      icon: Share2,
      run: () => setDialog({ kind: 'share', item: folder }),
    }
    const star = {
      label: t(isStarred ? 'favourites.remove' : 'favourites.add'),
      icon: isStarred ? StarOff : Star,
      run: () => void files.starItem(folder),
    }
    const rename = {
      label: t('files.folder_change'),
      icon: Pencil,
      run: () => setDialog({ kind: 'folder', folder }),
    }
    return [
      ...(can.download ? [download] : []),
      ...(can.share ? [share] : []),
      ...(can.download ? [star] : []),
      ...(can.edit ? [rename] : []),
      ...teamActions(files, folder, t),
      detailsAction(files, folder, t),
    ]
  }
}
