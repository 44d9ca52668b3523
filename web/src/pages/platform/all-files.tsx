import { Button } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Files, SearchX, Sheet } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { FilterChips } from '../../features/browse/filter-chips.tsx'
import { type FilterSelection, filterOf } from '../../features/browse/filters.ts'
import { whereDetails } from '../../features/browse/where-details.tsx'
import { useDocumentTypes } from '../../features/documents/document-types.api.ts'
import { downloadItems } from '../../features/reports/reports.api.ts'
import { FlatFiles } from './flat-files.tsx'

/** The page /platform/all-files/:id? (APP-3). Its filters are search parameters. */
export function AllFilesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id = null } = useParams({ strict: false })
  const chosen: FilterSelection = useSearch({ strict: false })
  const change = (search: FilterSelection) =>
    void navigate({ to: '/platform/all-files/{-$id}', params: {}, search })
  const types = useDocumentTypes()
  const { id: me, attributes } = useUser()
  const isAdmin = attributes.role === 'admin'
  const details = useMemo(() => whereDetails(me, 'updated_at'), [me])
  const filter = filterOf(chosen, new Date())
  const hasFilters = Object.keys(filter).length > 0
  const clear = () => change({})
  return (
    <FlatFiles
      location={{ place: 'all', folderId: id, ...(id === null && { filter }) }}
      top={t('places.all_files')}
      {...(id === null && { details })}
      tools={
        <FilterChips
          types={types}
          isOfAll={isAdmin}
          daysLabel={t('filter.changed')}
          chosen={chosen}
          onChange={change}
        />
      }
      listActions={[
        { label: t('reports.download'), icon: Sheet, run: () => void downloadItems({ ...filter }) },
      ]}
      empty={
        hasFilters
          ? {
              icon: SearchX,
              title: t('all.nothing'),
              text: t('all.nothing_text'),
              children: <Button onClick={clear}>{t('filter.clear')}</Button>,
            }
          : { icon: Files, title: t('all.empty'), text: t('all.empty_text') }
      }
    />
  )
}
