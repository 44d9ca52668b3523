import type { PageEntry, PageVisibility } from '@coffer/contract/pages'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pagesQuery } from '../../features/pages-editor/pages.api.ts'
import { usePageMenu } from '../../features/pages-editor/use-page-menu.ts'
import { VisibilityMark } from '../../features/pages-editor/visibility-mark.tsx'
import { useFormat } from '../../lib/use-format.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { choiceFilter } from '../../ui/admin-table/choice-filter.ts'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { AdminColumn, HeadAction } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'
import { TwoLineText } from '../../ui/two-line-text.tsx'

const VISIBILITIES: readonly PageVisibility[] = ['public', 'footer', 'draft']
const FILTERS = { visibility: VISIBILITIES } as const
const ORDER = { sort: 'position', direction: 'asc' } as const

/** The page /admin/pages. */
export function PagesPage() {
  const { t } = useTranslation()
  const state = useTableState(FILTERS, ORDER)
  const query = useQuery(pagesQuery(state.request))
  const meta = query.data?.meta
  const create = { to: '/admin/page/create' } as const
  const actions: HeadAction[] = [
    { label: t('pages.create'), icon: Plus, isPrimary: true, link: create },
  ]
  return (
    <TablePage
      title={t('admin.pages')}
      count={meta?.all}
      state={state}
      searchLabel={t('pages.search')}
      actions={actions}
    >
      <AdminTable<PageEntry>
        name="pages"
        label={t('admin.pages')}
        state={state}
        query={query}
        columns={usePageColumns()}
        filters={[
          choiceFilter('visibility', t('pages.visibility'), VISIBILITIES, value =>
            t(`pages.visibility_${value}`),
          ),
        ]}
        rowId={page => page.id}
        rowName={page => page.attributes.title}
        rowLink={({ attributes: { slug } }) => ({ to: '/admin/pages/$slug', params: { slug } })}
        rowMenu={usePageMenu(query.data?.data ?? [])}
        card={({ attributes }) => ({
          title: attributes.title,
          note: `/page/${attributes.slug}`,
          end: <VisibilityMark visibility={attributes.visibility} />,
        })}
        found={meta && t('pages.found', { count: meta.paginate.total })}
        empty={{
          icon: FileText,
          title: t('pages.empty'),
          text: t('pages.empty_text'),
          action: (
            <Button renderRoot={props => <Link {...props} {...create} />}>
              {t('pages.create')}
            </Button>
          ),
        }}
      />
    </TablePage>
  )
}

function usePageColumns(): AdminColumn<PageEntry>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'title',
        label: t('pages.title'),
        width: 220,
        grow: 3,
        sort: 'asc',
        cell: ({ attributes: { title, slug } }) => (
          <TwoLineText name={title} note={`/page/${slug}`} />
        ),
      },
      {
        id: 'visibility',
        label: t('pages.visibility'),
        width: 170,
        sort: 'asc',
        cell: ({ attributes }) => <VisibilityMark visibility={attributes.visibility} />,
      },
      {
        id: 'languages',
        label: t('pages.languages'),
        width: 150,
        cell: ({ attributes }) => attributes.locales.join(', '),
      },
      {
        id: 'updated_at',
        label: t('pages.updated'),
        width: 150,
        sort: 'desc',
        cell: ({ attributes }) =>
          attributes.is_supplied ? t('pages.supplied') : format.date(attributes.updated_at),
      },
      {
        id: 'position',
        label: t('pages.position'),
        width: 86,
        grow: 0,
        align: 'end',
        sort: 'asc',
        cell: ({ attributes }) => format.number(attributes.position + 1),
      },
    ],
    [t, format],
  )
}
