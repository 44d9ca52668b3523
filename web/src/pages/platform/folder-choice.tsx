import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import classes from './folder-choice.module.css'
import { FolderPicker } from './folder-picker.tsx'
import { useDestinations } from './use-destinations.ts'

interface FolderChoiceProps {
  onChoose: (folderId: string | null) => void
  onClose: () => void
}

/** Selects another folder for uploads whose target folder was deleted. */
export function FolderChoice({ onChoose, onClose }: FolderChoiceProps) {
  const { t } = useTranslation()
  const { top, teams, folderOf } = useDestinations()
  const [target, setTarget] = useState<{ id: string; name: string }>(top)
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t('uploads.choose_folder_title')}
      className={classes.dialog}
    >
      <FolderPicker
        label={t('uploads.choose_folder_title')}
        tops={[top]}
        groups={teams}
        folderOf={folderOf}
        target={target}
        onChoose={setTarget}
      />
      <DialogButtons onCancel={onClose}>
        <Button onClick={() => onChoose(folderOf(target.id))}>
          {t('uploads.choose_folder_go', { folder: target.name })}
        </Button>
      </DialogButtons>
    </DialogBox>
  )
}
