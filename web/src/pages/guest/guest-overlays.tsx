import type { Item } from '@coffer/contract/items'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useGuestActions } from './guest-actions.ts'
import type { GuestFolder } from './use-guest-folder.ts'

const GuestDialogs = lazy(async () => ({
  default: (await import('./guest-dialogs.tsx')).GuestDialogs,
}))
const GuestUploads = lazy(async () => ({
  default: (await import('./guest-uploads.tsx')).GuestUploads,
}))
const ActionMenu = lazy(async () => ({
  default: (await import('../../ui/action-menu.tsx')).ActionMenu,
}))

interface GuestOverlaysProps {
  folder: GuestFolder
  /** Whether guests can upload by this link. */
  canUpload: boolean
  onUploaded?: (() => void) | undefined
  /** Transforms the item that the preview shows, for example to hide its content. */
  transformPreview?: ((item: Item) => Item) | undefined
}

/** Menu, dialogs and uploads of a guest page, each loaded when it first opens. */
export function GuestOverlays({
  folder,
  canUpload,
  onUploaded,
  transformPreview,
}: GuestOverlaysProps) {
  const { t } = useTranslation()
  const { selection, menuAt } = folder
  const actions = useGuestActions(folder)
  const [only] = selection.items
  const subject =
    selection.count === 1 && only
      ? only.attributes.name
      : t('files.items', { count: selection.count })
  return (
    <Suspense>
      {menuAt && actions.length > 0 && (
        <ActionMenu
          at={menuAt}
          title={selection.count === 0 ? folder.folderName : subject}
          actions={actions}
          isNarrow={folder.isNarrow ?? false}
          onClose={folder.closeMenu}
        />
      )}
      {(folder.dialog || folder.previewed) && (
        <GuestDialogs folder={folder} transformPreview={transformPreview} />
      )}
      {canUpload && <GuestUploads folder={folder} onUploaded={onUploaded} />}
    </Suspense>
  )
}
