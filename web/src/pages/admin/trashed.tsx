import type { Item } from '@coffer/contract/items'
import { useNavigate, useSearch } from '@tanstack/react-router'
import i18next from 'i18next'
import { Eraser, Info, Trash2, Undo2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChips } from '../../features/browse/filter-chips.tsx'
import { type FilterSelection, filterOf } from '../../features/browse/filters.ts'
import { useDocumentTypes } from '../../features/documents/document-types.api.ts'
import type { Command } from '../../features/items/commands.ts'
import { useKeyCommands } from '../../features/items/key-commands.ts'
import {
  deleteForOwners,
  emptyTrashOf,
  restoreForOwners,
} from '../../features/trash/admin-trash.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { ItemDetails } from '../platform/item-details.tsx'
import { ListPage } from '../platform/list-page.tsx'
import { type ListState, pointOfCursor, useListPage } from '../platform/use-list-page.ts'
import { TrashedList } from './trashed-list.tsx'

/**
 * The page /admin/trashed: the trashed items of all users, which admins restore or delete, but never
 * open.
 */
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
  const actions = useTrashedActions(list, {
    onDetails: setDetailed,
    onOwner: user => change({ ...chosen, user }),
  })
  return (
    <ListPage
      list={list}
      top={t('admin.trashed')}
      actions={actions}
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

interface Callbacks {
  onDetails: (item: Item) => void
  onOwner: (userId: string) => void
}

/** Actions of an admin on the selected items, and with the trash of their owner. */
function useTrashedActions(list: ListState, { onDetails, onOwner }: Callbacks): MenuAction[] {
  const { t } = useTranslation()
  const { selection, isNarrow, cache } = list
  const [only] = selection.items
  if (selection.count === 0) return []
  const run = (change: typeof restoreForOwners) => () =>
    void selection
      .resolve()
      .then(items => change(cache, items))
      .catch(failurePopup)
  const actions: MenuAction[] = [
    {
      label: t('admin_trash.restore'),
      button: t('admin_trash.restore'),
      icon: Undo2,
      run: run(restoreForOwners),
    },
    {
      label: t('admin_trash.delete'),
      button: t('admin_trash.delete'),
      icon: Trash2,
      run: run(deleteForOwners),
      danger: true,
    },
  ]
  if (selection.count > 1 || !only) return actions
  const owner = only.relationships.owner.data
  return [
    ...(isNarrow ? [{ label: t('files.details'), icon: Info, run: () => onDetails(only) }] : []),
    ...actions,
    ...(owner ? ownerActions(list, owner, onOwner) : []),
  ]
}

type Owner = NonNullable<Item['relationships']['owner']['data']>

function ownerActions(
  { cache }: ListState,
  { id, attributes: { name } }: Owner,
  onOwner: Callbacks['onOwner'],
): MenuAction[] {
  return [
    {
      label: i18next.t('filter.only_of', { name }),
      icon: UserRound,
      run: () => onOwner(id),
      parted: true,
    },
    {
      label: i18next.t('admin_trash.empty_user', { name }),
      icon: Eraser,
      run: () => void emptyTrashOf(cache, { id, name }),
      danger: true,
    },
  ]
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
