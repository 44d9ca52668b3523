import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderTree } from '../../features/browse/folder-tree.tsx'
import { useNavigation } from '../../features/browse/use-navigation.ts'
import { TransferDialog } from '../../features/items/transfer-dialog.tsx'
import type { Picked } from '../../features/items/whole-actions.ts'
import type { Files } from './use-files.ts'

/** The tree starts with a node for the top, which is no folder. */
const TOP = 'top'

interface TransferItemsProps {
  files: Files
  how: 'move' | 'copy'
  picked: Picked
}

export function TransferItems({ files, how, picked }: TransferItemsProps) {
  const { t } = useTranslation()
  const { own } = useNavigation()
  const { items, whole } = picked
  const [target, setTarget] = useState<{ id: string; name: string } | null>(null)
  const closed = useMemo(() => new Set(items.map(item => item.id)), [items])
  const top = {
    ...{ id: TOP, parent_id: null, name: t('places.files'), emoji: null, color: null },
    ...{ items: own.length, team_folder: false, has_folders: own.length > 0, folders: own },
  }
  return (
    <TransferDialog
      how={how}
      items={items}
      count={whole?.count ?? items.length}
      target={target}
      onClose={files.closeDialog}
      onChoose={() => {
        if (!target) return
        const id = target.id === TOP ? null : target.id
        files.closeDialog()
        void files[how](picked, { id, name: target.name })
      }}
    >
      <FolderTree
        label={t('actions.where')}
        folders={[top]}
        current={target?.id ?? null}
        onChoose={(id, name) => setTarget({ id, name })}
        closed={closed}
        opened={TOP}
      />
    </TransferDialog>
  )
}
