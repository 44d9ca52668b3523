import { useTranslation } from 'react-i18next'
import { DraftRow } from '../../features/browse/draft-row.tsx'
import { RenameField } from '../../features/items/rename-field.tsx'
import type { FolderState } from './use-folder.ts'
import type { FolderDraft } from './use-new-folder.ts'

/** The row of a folder that is being named and created. */
export function Draft({ draft, files }: { draft: FolderDraft; files: FolderState }) {
  const { t } = useTranslation()
  const { createDraft, discardDraft } = files
  const { creating, rejected } = draft
  return (
    <DraftRow
      name={
        creating ?? (
          <RenameField
            key={rejected?.message}
            name={t('files.new_folder_name')}
            type="folder"
            isNew
            rejected={rejected}
            onRename={name => void createDraft(name)}
            onLeave={discardDraft}
          />
        )
      }
      onCancel={creating === undefined ? discardDraft : undefined}
    />
  )
}
