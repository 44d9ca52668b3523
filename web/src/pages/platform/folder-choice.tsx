import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderTree } from '../../features/browse/folder-tree.tsx'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import classes from './folder-choice.module.css'
import { useTreeTop } from './use-tree-top.ts'

const NOTHING: ReadonlySet<string> = new Set()

interface FolderChoiceProps {
  onChoose: (folderId: string | null) => void
  onClose: () => void
}

/** Another folder for uploads whose own is gone. */
export function FolderChoice({ onChoose, onClose }: FolderChoiceProps) {
  const { t } = useTranslation()
  const { top, folderOf } = useTreeTop()
  const [target, setTarget] = useState<{ id: string; name: string }>(top)
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t('uploads.choose_folder_title')}
      className={classes.dialog}
    >
      <div className={classes.tree}>
        <FolderTree
          label={t('uploads.choose_folder_title')}
          folders={[top]}
          current={target.id}
          onChoose={(id, name) => setTarget({ id, name })}
          closed={NOTHING}
          opened={top.id}
        />
      </div>
      <DialogButtons onCancel={onClose}>
        <Button onClick={() => onChoose(folderOf(target.id))}>
          {t('uploads.choose_folder_go', { folder: target.name })}
        </Button>
      </DialogButtons>
    </DialogBox>
  )
}
