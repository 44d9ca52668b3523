import { Button, Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import classes from './document-form.module.css'
import { documentTypesQuery } from './document-types.api.ts'
import { type Choice, NO_CHOICE, TypeChoice } from './type-choice.tsx'

interface UploadDialogProps {
  canPickFolders: boolean
  /** Opens the system's dialog for a folder or for files. */
  onPick: (folder: boolean, choice: Choice) => void
  onClose: () => void
}

/** Selects the document type of an upload before the files. */
export function UploadDialog({ canPickFolders, onPick, onClose }: UploadDialogProps) {
  const { t } = useTranslation()
  const { data: types, isError, refetch } = useQuery(documentTypesQuery)
  const [choice, setChoice] = useState<Choice>(NO_CHOICE)
  const isChosen = choice.tipo_id !== null
  return (
    <Modal opened onClose={onClose} title={t('documents.upload_title')} size={440}>
      <div className={classes.fields}>
        <p className={classes.hint}>{t('documents.upload_text')}</p>
        {types && <TypeChoice types={types} choice={choice} onChoose={setChoice} isFirst />}
        {!types && isError && <PartFailure retry={refetch} />}
        {!types && !isError && <Skeleton height="var(--control)" radius="md" />}
      </div>
      <DialogButtons onCancel={onClose}>
        {canPickFolders && (
          <Button variant="default" disabled={!isChosen} onClick={() => onPick(true, choice)}>
            {t('files.upload_folder')}
          </Button>
        )}
        <Button disabled={!isChosen} onClick={() => onPick(false, choice)}>
          {t('files.upload_files')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
