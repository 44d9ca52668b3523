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
import { ListPage } from '../platform/list-page.tsx'
import { OneInfo } from '../platform/one-info.tsx'
import { type ListState, pointOfCursor, useListPage } from '../platform/use-list-page.ts'
import { TrashedList } from './trashed-list.tsx'

/** Spec §2, /admin/trashed: what lies in anybody's trash, to be seen and not to be touched. */
export function TrashedPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const chosen: FilterSelection = useSearch({ strict: false })
  const change = (search: FilterSelection) => void navigate({ to: '/admin/trashed', search })
  const filter = filterOf(chosen, new Date())
  const place = useListPage({ place: 'trashed', folderId: null, filter })
  const [detailed, setDetailed] = useState<Item | null>(null)
  const types = useDocumentTypes()
  useTrashedKeys(place)
  const [only] = place.selection.items
  const details = {
    label: t('files.details'),
    icon: Info,
    run: () => only && setDetailed(only),
  }
  const owner = only?.relationships.owner.data
  const ofOwner = owner && {
    label: t('filter.only_of', { name: owner.attributes.name }),
    icon: UserRound,
    run: () => change({ ...chosen, user: owner.id }),
  }
  const isOne = place.selection.count === 1
  return (
    <ListPage
      place={place}
      top={t('admin.trashed')}
      actions={[
        ...(isOne && place.isNarrow ? [details] : []),
        ...(isOne && ofOwner ? [ofOwner] : []),
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
        place={place}
        onOpen={place.isNarrow ? setDetailed : undefined}
        onClear={Object.keys(filter).length > 0 ? () => change({}) : undefined}
      />
      <Sheet
        opened={detailed !== null}
        onClose={() => setDetailed(null)}
        title={t('files.details')}
      >
        {detailed && <OneInfo place={place} item={detailed} />}
      </Sheet>
    </ListPage>
  )
}

function useTrashedKeys(place: ListState): void {
  const { selection } = place
  const run: Partial<Record<Command['kind'], () => void>> = {
    all: selection.all,
    clear: selection.clear,
    menu: () => selection.count > 0 && place.openMenu(pointOfCursor(selection.cursor)),
  }
  useKeyCommands(command => {
    if (command.kind === 'step')
      selection.step(command.step, command.how, place.layout.current.columns)
    else run[command.kind]?.()
  })
}
