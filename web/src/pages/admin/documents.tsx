import type { DocumentTypeRow } from '@coffer/contract/document-type-editing'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Download, FileType, Layers, Merge, Pencil, Plus, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  documentTypeCard,
  useDocumentTypeColumns,
} from '../../features/document-types/document-columns.tsx'
import {
  downloadTypes,
  typesQuery,
  useDocumentTypeCalls,
} from '../../features/document-types/document-types.api.ts'
import { MergeDialog } from '../../features/document-types/merge-dialog.tsx'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { HeadAction } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'

const FILTERS = {} as const
const ORDER = { sort: 'name', direction: 'asc' } as const
const CREATE = { to: '/admin/document/create' } as const

/** The page /admin/documents: the document types and how often they are used. */
export function DocumentsPage() {
  const { t } = useTranslation()
  const state = useTableState(FILTERS, ORDER)
  const query = useQuery(typesQuery(state.request))
  const [merging, setMerging] = useState<DocumentTypeRow | null>(null)
  const { importTypes } = useDocumentTypeCalls()
  const file = useRef<HTMLInputElement>(null)
  const menuOf = useTypeMenu(setMerging)
  const actions: HeadAction[] = [
    { label: t('admin_documents.export'), icon: Download, run: () => void downloadTypes() },
    { label: t('admin_documents.import'), icon: Upload, run: () => file.current?.click() },
    { label: t('admin_documents.add'), icon: Plus, isPrimary: true, link: CREATE },
  ]
  return (
    <TablePage
      title={t('admin.documents')}
      count={query.data?.meta.paginate.total}
      state={state}
      searchLabel={t('admin_documents.search')}
      actions={actions}
    >
      <AdminTable<DocumentTypeRow>
        name="document-types"
        label={t('admin.documents')}
        state={state}
        query={query}
        columns={useDocumentTypeColumns()}
        rowId={({ id }) => id}
        rowName={({ attributes }) => attributes.name}
        rowLink={({ id }) => ({ to: '/admin/document/$id/details', params: { id } })}
        rowMenu={menuOf}
        card={documentTypeCard}
        nothingFound={t('admin_documents.nothing')}
        found={t('admin_documents.found', { count: query.data?.meta.paginate.total ?? 0 })}
        empty={{
          icon: FileType,
          title: t('admin_documents.empty'),
          text: t('admin_documents.empty_text'),
          action: (
            <Button renderRoot={props => <Link {...props} {...CREATE} />}>
              {t('admin_documents.add')}
            </Button>
          ),
        }}
      />
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('admin_documents.import')}
        onChange={event => {
          const [chosen] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (chosen) void importTypes(chosen)
        }}
      />
      {merging && <MergeDialog type={merging} onClose={() => setMerging(null)} />}
    </TablePage>
  )
}

function useTypeMenu(onMerge: (type: DocumentTypeRow) => void) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (type: DocumentTypeRow): MenuAction[] => {
    const params = { id: type.id }
    return [
      {
        label: t('admin_documents.edit'),
        icon: Pencil,
        run: () => void navigate({ to: '/admin/document/$id/details', params }),
      },
      {
        label: t('admin_documents.show_subcategories'),
        icon: Layers,
        run: () => void navigate({ to: '/admin/subcategories/$id', params, search: {} }),
      },
      { label: t('admin_documents.merge'), icon: Merge, run: () => onMerge(type) },
      {
        label: t('admin_documents.delete'),
        icon: Trash2,
        run: () => void navigate({ to: '/admin/document/$id/delete', params }),
        danger: true,
        parted: true,
      },
    ]
  }
}
