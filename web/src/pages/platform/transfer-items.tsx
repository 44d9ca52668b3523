import type { Item } from '@coffer/contract/items'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { teamFolderQuery } from '../../features/browse/tree.api.ts'
import type { ItemsOrAll } from '../../features/items/bulk-actions.ts'
import { teamItemsKept } from '../../features/items/kept-in-teams.ts'
import { TransferDialog } from '../../features/items/transfer-dialog.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { FolderPicker } from './folder-picker.tsx'
import { useDestinations } from './use-destinations.ts'
import type { FolderState } from './use-folder.ts'

interface TransferItemsProps {
  files: FolderState
  how: 'move' | 'copy'
  picked: ItemsOrAll
}

const NONE: never[] = []

/**
 * Returns the folders to select from: all files and team folders, or only the team folder that the
 * items cannot leave.
 */
function useTops(items: readonly Item[], how: 'move' | 'copy', me: string) {
  const { top, teams, folderOf } = useDestinations()
  const confiningTeams = how === 'move' ? teamItemsKept(items, me) : new Set<string>()
  const [only, ...others] = confiningTeams
  const {
    data: teamFolder,
    isError,
    refetch,
  } = useQuery(teamFolderQuery(others.length === 0 ? only : undefined))
  const pickerProps =
    confiningTeams.size === 0 ? { tops: [top], groups: teams } : { tops: teamFolder ?? NONE }
  return {
    ...pickerProps,
    confiningTeams: confiningTeams.size,
    folderOf,
    /** Loads the team folder again; undefined unless that failed. */
    retry: isError && !teamFolder ? refetch : undefined,
  }
}

export function TransferItems({ files, how, picked }: TransferItemsProps) {
  const { t } = useTranslation()
  const { items, bulk } = picked
  const { confiningTeams, retry, ...pickerProps } = useTops(items, how, files.me)
  const { folderOf } = pickerProps
  const [target, setTarget] = useState<{ id: string; name: string } | null>(null)
  const closed = useMemo(() => new Set(items.map(item => item.id)), [items])
  const count = bulk?.count ?? items.length
  const folderId = target && folderOf(target.id)
  const isAlreadyThere =
    how === 'move' &&
    target !== null &&
    items.every(({ attributes }) => attributes.parent_id === folderId)
  const messages = [
    confiningTeams === 1 && t('actions.kept_in_team'),
    confiningTeams > 1 && t('actions.kept_in_teams'),
    isAlreadyThere && t('actions.already_there', { count, folder: target.name }),
  ]
  return (
    <TransferDialog
      how={how}
      items={items}
      count={count}
      target={target}
      note={messages.filter(Boolean).join(' ')}
      isRefused={isAlreadyThere}
      onClose={files.closeDialog}
      onChoose={() => {
        if (!target) return
        files.closeDialog()
        void files[how](picked, { id: folderId, name: target.name })
      }}
    >
      {retry ? (
        <PartFailure retry={retry} />
      ) : (
        <FolderPicker
          label={t('actions.where')}
          {...pickerProps}
          target={target}
          onChoose={setTarget}
          disabled={closed}
        />
      )}
    </TransferDialog>
  )
}
