import {
  AUDIT_ACTOR_TYPES,
  AUDIT_CATEGORIES,
  type AuditEntry,
  exportAudit,
} from '@coffer/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { FileJson, Info, MonitorDot, ScrollText, Target, User } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditQuery, exportJson } from '../../features/audit/audit.api.ts'
import { useAuditCard, useAuditColumns } from '../../features/audit/audit-columns.tsx'
import { TextFilter } from '../../features/audit/text-filter.tsx'
import { UserFilter } from '../../features/audit/user-filter.tsx'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { choiceFilter } from '../../ui/admin-table/choice-filter.ts'
import { useFoundText } from '../../ui/admin-table/found-text.ts'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { HeadAction, TableFilter } from '../../ui/admin-table/types.ts'
import { type TableState, useTableState } from '../../ui/admin-table/use-table-state.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'

const EntryDialog = lazy(async () => ({
  default: (await import('../../features/audit/entry-dialog.tsx')).EntryDialog,
}))

const FILTERS = {
  at: 'days',
  category: AUDIT_CATEGORIES,
  actor_type: AUDIT_ACTOR_TYPES,
  actor: 'text',
  ip: 'text',
  target: 'text',
} as const
const ORDER = { sort: 'at', direction: 'desc' } as const

/** The page /admin/audit. */
export function AuditPage() {
  const { t, i18n } = useTranslation()
  const state = useTableState(FILTERS, ORDER)
  const query = useQuery(auditQuery(state.request, i18n.language))
  const meta = query.data?.meta
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const actions: HeadAction[] = [
    { label: t('audit.export_json'), icon: FileJson, run: () => void exportJson(state.request) },
  ]
  return (
    <TablePage
      title={t('admin.audit')}
      count={meta?.all}
      state={state}
      searchLabel={t('audit.search')}
      actions={actions}
      csv={exportAudit}
    >
      <AdminTable<AuditEntry>
        name="audit"
        label={t('admin.audit')}
        state={state}
        query={query}
        columns={useAuditColumns()}
        filters={useAuditFilters(query.data?.data)}
        rowId={entry => entry.id}
        rowName={entry => entry.attributes.text}
        rowMenu={useRowMenu(state, setOpened)}
        onOpen={setOpened}
        card={useAuditCard()}
        hasAvatars
        found={useFoundText('audit.found', meta)}
        empty={{ icon: ScrollText, title: t('audit.empty'), text: t('audit.empty_text') }}
      />
      <Suspense>
        {opened && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </TablePage>
  )
}

function useRowMenu(state: TableState, open: (entry: AuditEntry) => void) {
  const { t } = useTranslation()
  return (entry: AuditEntry): MenuAction[] => {
    const { actor, ip, target } = entry.attributes
    const only = (name: string, value: string) => () => state.change({ [name]: value })
    return [
      { label: t('audit.details'), icon: Info, run: () => open(entry) },
      ...(actor.id
        ? [{ label: t('audit.only_user'), icon: User, run: only('actor', actor.id) }]
        : []),
      ...(ip ? [{ label: t('audit.only_ip'), icon: MonitorDot, run: only('ip', ip) }] : []),
      ...(target?.id
        ? [{ label: t('audit.only_target'), icon: Target, run: only('target', target.id) }]
        : []),
    ]
  }
}

function useAuditFilters(rows: readonly AuditEntry[] = []): TableFilter[] {
  const { t } = useTranslation()
  /** The name of the chosen target, if one of the shown entries has it. */
  const targetName = (id: string | undefined) =>
    rows.find(({ attributes: { target } }) => target?.id === id)?.attributes.target?.name ??
    undefined
  return [
    { kind: 'days', name: 'at', label: t('audit.column_time') },
    choiceFilter('category', t('audit.column_action'), AUDIT_CATEGORIES, name =>
      t(`audit.category.${name}`),
    ),
    choiceFilter('actor_type', t('audit.made_by'), AUDIT_ACTOR_TYPES, type =>
      t(`audit.made_by_${type}`),
    ),
    {
      kind: 'custom',
      name: 'actor',
      label: t('audit.column_user'),
      render: props => <UserFilter {...props} label={t('audit.column_user')} />,
    },
    {
      kind: 'custom',
      name: 'ip',
      label: t('audit.column_ip'),
      render: props => <TextFilter {...props} label={t('audit.column_ip')} />,
    },
    {
      kind: 'custom',
      name: 'target',
      label: t('audit.column_target'),
      render: props =>
        props.value ? (
          <TextFilter
            {...props}
            label={t('audit.column_target')}
            shownAs={targetName(props.value)}
          />
        ) : null,
    },
  ]
}
