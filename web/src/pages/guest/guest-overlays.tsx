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
  default: (await import('../../features/items/action-menu.tsx')).ActionMenu,
}))

interface GuestBesideProps {
  folder: GuestFolder
  /** Whether something can be brought by the link. */
  canBring: boolean
  onArrived?: (() => void) | undefined
  /** What is shown of a file in place of all that is known of it. */
  spare?: ((item: Item) => Item) | undefined
}

/** What opens over a guest's page: nothing of it is loaded before something does. */
export function GuestOverlays({ folder, canBring, onArrived, spare }: GuestBesideProps) {
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
      {(folder.dialog || folder.previewed) && <GuestDialogs folder={folder} spare={spare} />}
      {canBring && <GuestUploads folder={folder} onArrived={onArrived} />}
    </Suspense>
  )
}
