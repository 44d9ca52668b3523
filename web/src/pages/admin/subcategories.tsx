import type { SubcategoryRow } from '@coffer/contract/document-type-editing'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Layers, Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  documentTypeCard,
  useSubcategoryColumns,
} from '../../features/document-types/document-columns.tsx'
import {
  subcategoriesQuery,
  typeQuery,
  useDocumentTypeCalls,
} from '../../features/document-types/document-types.api.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { HeadAction } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'

const FILTERS = {} as const
const ORDER = { sort: 'name', direction: 'asc' } as const

/** The page /admin/subcategories/:id; the id is that of the document type. */
export function SubcategoriesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id = '' } = useParams({ strict: false })
  const state = useTableState(FILTERS, ORDER)
  const type = useQuery(typeQuery(id))
  const query = useQuery(subcategoriesQuery(id, state.request))
  const { removeSubcategory } = useDocumentTypeCalls()
  const name = type.data?.attributes.name
  const title = name ? t('admin_subcategories.title', { name }) : t('admin_documents.subcategories')
  const create = { to: '/admin/subcategory/$id/create', params: { id } } as const
  const linkOf = (row: SubcategoryRow) =>
    ({ to: '/admin/subcategories/$id/details', params: { id: row.id } }) as const
  const menuOf = (row: SubcategoryRow): MenuAction[] => [
    { label: t('admin_documents.edit'), icon: Pencil, run: () => void navigate(linkOf(row)) },
    {
      label: t('admin_documents.delete'),
      icon: Trash2,
      run: () => void removeSubcategory(row),
      danger: true,
      parted: true,
    },
  ]
  const actions: HeadAction[] = [
    { label: t('admin_subcategories.add'), icon: Plus, isPrimary: true, link: create },
  ]
  return (
    <TablePage
      title={title}
      parent={{ label: t('admin.documents'), link: { to: '/admin/documents', search: {} } }}
      state={state}
      searchLabel={t('admin_subcategories.search')}
      actions={actions}
    >
      <AdminTable<SubcategoryRow>
        name="subcategories"
        label={title}
        state={state}
        query={query}
        columns={useSubcategoryColumns()}
        rowId={row => row.id}
        rowName={({ attributes }) => attributes.name}
        rowLink={linkOf}
        rowMenu={menuOf}
        card={documentTypeCard}
        nothingFound={t('admin_subcategories.nothing')}
        found={t('admin_subcategories.found', { count: query.data?.meta.paginate.total ?? 0 })}
        empty={{
          icon: Layers,
          title: t('admin_subcategories.empty'),
          text: t('admin_subcategories.empty_text'),
          action: (
            <Button renderRoot={props => <Link {...props} {...create} />}>
              {t('admin_subcategories.add')}
            </Button>
          ),
        }}
      />
    </TablePage>
  )
}
