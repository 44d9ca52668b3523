import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderTree } from '../../features/browse/folder-tree.tsx'
import { TransferDialog } from '../../features/items/transfer-dialog.tsx'
import type { Picked } from '../../features/items/whole-actions.ts'
import type { FolderState } from './use-folder.ts'
import { useTreeTop } from './use-tree-top.ts'

interface TransferItemsProps {
  files: FolderState
  how: 'move' | 'copy'
  picked: Picked
}

export function TransferItems({ files, how, picked }: TransferItemsProps) {
  const { t } = useTranslation()
  const { top, folderOf } = useTreeTop()
  const { items, whole } = picked
  const [target, setTarget] = useState<{ id: string; name: string } | null>(null)
  const closed = useMemo(() => new Set(items.map(item => item.id)), [items])
  return (
    <TransferDialog
      how={how}
      items={items}
      count={whole?.count ?? items.length}
      target={target}
      onClose={files.closeDialog}
      onChoose={() => {
        if (!target) return
        files.closeDialog()
        void files[how](picked, { id: folderOf(target.id), name: target.name })
      }}
    >
      <FolderTree
        label={t('actions.where')}
        folders={[top]}
        current={target?.id ?? null}
        onChoose={(id, name) => setTarget({ id, name })}
        closed={closed}
        opened={top.id}
      />
    </TransferDialog>
  )
}
