import type { Item } from '@coffer/contract/items'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Info, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChips } from '../../features/browse/filter-chips.tsx'
import { type FilterSelection, filterOf } from '../../features/browse/filters.ts'
import { useDocumentTypes } from '../../features/documents/document-types.api.ts'
import type { Command } from '../../features/items/commands.ts'
import { useKeyCommands } from '../../features/items/key-commands.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { ItemDetails } from '../platform/item-details.tsx'
import { ListPage } from '../platform/list-page.tsx'
import { type ListState, pointOfCursor, useListPage } from '../platform/use-list-page.ts'
import { TrashedList } from './trashed-list.tsx'

/** The page /admin/trashed: the trashed items of all users, read-only. */
export function TrashedPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const chosen: FilterSelection = useSearch({ strict: false })
  const change = (search: FilterSelection) => void navigate({ to: '/admin/trashed', search })
  const filter = filterOf(chosen, new Date())
  const list = useListPage({ place: 'trashed', folderId: null, filter })
  const [detailed, setDetailed] = useState<Item | null>(null)
  const types = useDocumentTypes()
  useTrashedKeys(list)
  const [only] = list.selection.items
  const detailsAction = {
    label: t('files.details'),
    icon: Info,
    run: () => only && setDetailed(only),
  }
  const owner = only?.relationships.owner.data
  const ownerAction = owner && {
    label: t('filter.only_of', { name: owner.attributes.name }),
    icon: UserRound,
    run: () => change({ ...chosen, user: owner.id }),
  }
  const isOne = list.selection.count === 1
  return (
    <ListPage
      list={list}
      top={t('admin.trashed')}
      actions={[
        ...(isOne && list.isNarrow ? [detailsAction] : []),
        ...(isOne && ownerAction ? [ownerAction] : []),
      ]}
      more={[]}
      tools={
        <FilterChips
          types={types}
          isOfAll
          daysLabel={t('files.removed')}
          chosen={chosen}
          onChange={change}
        />
      }
    >
      <TrashedList
        list={list}
        onOpen={list.isNarrow ? setDetailed : undefined}
        onClear={Object.keys(filter).length > 0 ? () => change({}) : undefined}
      />
      <Sheet
        opened={detailed !== null}
        onClose={() => setDetailed(null)}
        title={t('files.details')}
      >
        {detailed && <ItemDetails list={list} item={detailed} />}
      </Sheet>
    </ListPage>
  )
}

function useTrashedKeys(list: ListState): void {
  const { selection } = list
  const run: Partial<Record<Command['kind'], () => void>> = {
    all: selection.all,
    clear: selection.clear,
    menu: () => selection.count > 0 && list.openMenu(pointOfCursor(selection.cursor)),
  }
  useKeyCommands(command => {
    if (command.kind === 'step')
      selection.step(command.step, command.how, list.layout.current.columns)
    else run[command.kind]?.()
  })
}
