import type { DocumentTypeRow, SubcategoryRow } from '@coffer/contract/document-type-editing'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { numberFormat } from '../../lib/intl-formats.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { AdminCard, AdminColumn } from '../../ui/admin-table/types.ts'
import { TwoLineText } from '../../ui/two-line-text.tsx'

type Row = DocumentTypeRow | SubcategoryRow

const fieldNames = ({ attributes }: Row): string =>
  attributes.fields.map(({ name }) => name).join(', ')

/** The columns that types and subcategories share. */
function useCommonColumns(): { first: AdminColumn<Row>[]; last: AdminColumn<Row>[] } {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => ({
      first: [
        {
          id: 'name',
          label: t('admin_documents.name'),
          width: 220,
          grow: 4,
          sort: 'asc' as const,
          cell: row => <TwoLineText name={row.attributes.name} note={fieldNames(row)} />,
        },
        {
          id: 'fields',
          label: t('admin_documents.fields'),
          width: 90,
          align: 'end' as const,
          cell: row => format.number(row.attributes.fields.length),
        },
      ],
      last: [
        {
          id: 'items',
          label: t('admin_documents.items'),
          width: 110,
          align: 'end' as const,
          cell: row => itemsText(row),
        },
        {
          id: 'created_at',
          label: t('admin_documents.created'),
          width: 130,
          sort: 'desc' as const,
          cell: row => format.date(row.attributes.created_at),
        },
      ],
    }),
    [t, format],
  )
}

const itemCount = numberFormat()
const itemsText = ({ meta }: Row): string =>
  meta.is_capped
    ? i18next.t('admin_documents.items_capped', { count: meta.items })
    : itemCount(i18next.language).format(meta.items)

export function useDocumentTypeColumns(): AdminColumn<DocumentTypeRow>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { first, last } = useCommonColumns()
  return useMemo(
    () => [
      ...(first as AdminColumn<DocumentTypeRow>[]),
      {
        id: 'subcategories',
        label: t('admin_documents.subcategories'),
        width: 130,
        align: 'end' as const,
        cell: row => number(row.relationships.subcategories.data.length),
      },
      ...(last as AdminColumn<DocumentTypeRow>[]),
    ],
    [t, number, first, last],
  )
}

export function useSubcategoryColumns(): AdminColumn<SubcategoryRow>[] {
  const { first, last } = useCommonColumns()
  return useMemo(() => [...first, ...last] as AdminColumn<SubcategoryRow>[], [first, last])
}

export const documentTypeCard = (row: Row): AdminCard => ({
  title: row.attributes.name,
  note: fieldNames(row),
  end: itemsText(row),
})
