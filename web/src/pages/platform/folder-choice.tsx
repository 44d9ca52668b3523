import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderTree } from '../../features/browse/folder-tree.tsx'
import { useNavigation } from '../../features/browse/use-navigation.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import classes from './folder-choice.module.css'

/** The tree starts with a node for the top, which is no folder. */
const TOP = 'top'
const NOTHING: ReadonlySet<string> = new Set()

interface FolderChoiceProps {
  onChoose: (folderId: string | null) => void
  onClose: () => void
}

/** Another folder for uploads whose own is gone. */
export function FolderChoice({ onChoose, onClose }: FolderChoiceProps) {
  const { t } = useTranslation()
  const { own } = useNavigation()
  const [target, setTarget] = useState<{ id: string; name: string }>({
    id: TOP,
    name: t('places.files'),
  })
  const top = {
    ...{ id: TOP, parent_id: null, name: t('places.files'), emoji: null, color: null },
    ...{ items: own.length, team_folder: false, has_folders: own.length > 0, folders: own },
  }
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
          opened={TOP}
        />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('popups.cancel')}
        </Button>
        <Button onClick={() => onChoose(target.id === TOP ? null : target.id)}>
          {t('uploads.choose_folder_go', { folder: target.name })}
        </Button>
      </div>
    </DialogBox>
  )
}
