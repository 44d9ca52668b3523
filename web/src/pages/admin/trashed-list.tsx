import type { Item } from '@coffer/contract/items'
import { Button } from '@mantine/core'
import { SearchX, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adminTrashDetails } from '../../features/browse/admin-trash-details.tsx'
import { ListIcon, listIcon } from '../../features/browse/list-states.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RemovedList } from '../platform/removed-list.tsx'
import type { ListState } from '../platform/use-list-page.ts'

interface TrashedListProps {
  list: ListState
  /** Opens the details; undefined where the details panel next to the list shows them. */
  onOpen: ((item: Item) => void) | undefined
  /** Clears the filters; undefined when none are set. */
  onClear: (() => void) | undefined
}

export function TrashedList({ list, onOpen, onClear }: TrashedListProps) {
  const { t } = useTranslation()
  return (
    <RemovedList
      list={list}
      name={t('admin.trashed')}
      onOpen={onOpen}
      details={adminTrashDetails}
      empty={onClear ? <NothingFound onClear={onClear} /> : <NothingRemoved />}
    />
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture={
        <ListIcon>
          <SearchX {...listIcon} />
        </ListIcon>
      }
      title={t('all.nothing')}
      text={t('all.nothing_text')}
    >
      <Button onClick={onClear}>{t('filter.clear')}</Button>
    </EmptyState>
  )
}

function NothingRemoved() {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture={
        <ListIcon>
          <Trash2 {...listIcon} />
        </ListIcon>
      }
      title={t('trashed.empty')}
      text={t('trashed.empty_text')}
    />
  )
}
