import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DropZone } from '../../features/browse/drop-zone.tsx'
import { NewMenu } from '../../features/items/new-menu.tsx'
import { nextSteps } from '../../lib/next-steps.ts'
import { useStore } from '../../lib/store.ts'
import { useItemMenu, useNewActions } from './file-actions.ts'
import { FileDialogs } from './file-dialogs.tsx'
import { FileList } from './file-list.tsx'
import { ListPage } from './list-page.tsx'
import { useFileKeys } from './use-file-keys.ts'
import { useFiles } from './use-files.ts'
import { usePendingCommands } from './use-pending-commands.ts'

const NextSteps = lazy(async () => ({
  default: (await import('../../features/setup/next-steps-card.tsx')).NextStepsCard,
}))

/** The page /platform/files/:id? (APP-3). */
export function FilesPage() {
  const { t } = useTranslation()
  const { id = null } = useParams({ strict: false })
  const files = useFiles({ place: 'folders', folderId: id }, t('places.files'))
  const newActions = useNewActions(files)
  const { actions, more } = useItemMenu(files)
  useFileKeys(files)
  usePendingCommands(files)
  const { isNarrow, isSelecting, listing } = files
  const proposesSteps = useStore(nextSteps)
  const newMenu =
    listing.error || newActions.length === 0 ? null : (
      <NewMenu actions={newActions} isNarrow={isNarrow} />
    )
  return (
    <ListPage
      list={files}
      top={t('places.files')}
      drops={files.drops}
      actions={actions}
      more={more}
      head={!isNarrow && newMenu}
    >
      {proposesSteps && (
        <Suspense>
          <NextSteps onUpload={() => files.upload(false)} />
        </Suspense>
      )}
      <DropZone
        folderId={id}
        folderName={files.folderName}
        drops={files.drops}
        onMenu={files.openMenu}
      >
        <FileList files={files} newActions={newActions} />
      </DropZone>
      {isNarrow && !isSelecting && newMenu}
      <FileDialogs files={files} />
    </ListPage>
  )
}
