import type { Item } from '@coffer/contract/items'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { teamFolderQuery } from '../../features/browse/tree.api.ts'
import type { ItemsOrAll } from '../../features/items/bulk-actions.ts'
import { teamItemsKept } from '../../features/items/kept-in-teams.ts'
import { TransferDialog } from '../../features/items/transfer-dialog.tsx'
import { FolderPicker } from './folder-picker.tsx'
import { useDestinations } from './use-destinations.ts'
import type { FolderState } from './use-folder.ts'

interface TransferItemsProps {
  files: FolderState
  how: 'move' | 'copy'
  picked: ItemsOrAll
}

const NONE: never[] = []

/** Among all one's files and team folders, or within the one that the items may not leave. */
function useTops(items: readonly Item[], how: 'move' | 'copy', me: string) {
  const { top, teams, folderOf } = useDestinations()
  const kept = how === 'move' ? teamItemsKept(items, me) : new Set<string>()
  const [only, ...others] = kept
  const { data: within } = useQuery(teamFolderQuery(others.length === 0 ? only : undefined))
  const choice = kept.size === 0 ? { tops: [top], groups: teams } : { tops: within ?? NONE }
  return { ...choice, kept: kept.size, folderOf }
}

export function TransferItems({ files, how, picked }: TransferItemsProps) {
  const { t } = useTranslation()
  const { items, whole } = picked
  const { kept, ...choice } = useTops(items, how, files.me)
  const { folderOf } = choice
  const [target, setTarget] = useState<{ id: string; name: string } | null>(null)
  const closed = useMemo(() => new Set(items.map(item => item.id)), [items])
  const count = whole?.count ?? items.length
  const folderId = target && folderOf(target.id)
  const isThere =
    how === 'move' &&
    target !== null &&
    items.every(({ attributes }) => attributes.parent_id === folderId)
  const notes = [
    kept === 1 && t('actions.kept_in_team'),
    kept > 1 && t('actions.kept_in_teams'),
    isThere && t('actions.already_there', { count, folder: target.name }),
  ]
  return (
    <TransferDialog
      how={how}
      items={items}
      count={count}
      target={target}
      note={notes.filter(Boolean).join(' ')}
      isRefused={isThere}
      onClose={files.closeDialog}
      onChoose={() => {
        if (!target) return
        files.closeDialog()
        void files[how](picked, { id: folderId, name: target.name })
      }}
    >
      <FolderPicker
        label={t('actions.where')}
        {...choice}
        target={target}
        onChoose={setTarget}
        closed={closed}
      />
    </TransferDialog>
  )
}
