import type { Endpoint } from '@coffer/contract'
import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Download, EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import { downloadFile } from '../download-file.ts'
import { IconButton } from '../icon-button.tsx'
import { PageHeader, type PageParent } from '../page-header.tsx'
import { useNarrowScreen } from '../screen.ts'
import classes from './admin-table.module.css'
import head from './table-page.module.css'
import type { TableRequest } from './table-search.ts'
import { TableSearchField } from './table-search-field.tsx'
import type { HeadAction } from './types.ts'
import type { TableState } from './use-table-state.ts'

interface TablePageProps {
  title: string
  parent?: PageParent
  /** How many rows there are in all. */
  count?: number | undefined
  state: TableState
  /** The label of the search field, which is absent without it. */
  searchLabel?: string
  actions?: readonly HeadAction[]
  /** The endpoint that exports all matching rows as CSV. */
  csv?: Endpoint
  /** The table, and the dialogs of the page. */
  children: ReactNode
}

/** A page of the admin area with one table: title, search and actions above it. */
export function TablePage(props: TablePageProps) {
  const { title, parent, count, state, searchLabel, actions = [], csv, children } = props
  const { t } = useTranslation()
  const isNarrow = useNarrowScreen()
  usePageTitle(title || (parent?.label ?? ''))
  const exported: HeadAction[] = csv
    ? [
        {
          label: t('table.export'),
          icon: Download,
          run: () => void exportFound(csv, state.request),
        },
      ]
    : []
  const all = [...exported, ...actions]
  return (
    <div className={classes.page}>
      <PageHeader title={title} parent={parent} count={count}>
        {searchLabel && <TableSearchField state={state} label={searchLabel} isNarrow={isNarrow} />}
        {isNarrow ? <NarrowActions actions={all} /> : <WideActions actions={all} />}
      </PageHeader>
      {children}
    </div>
  )
}

/** Downloads all matching rows in the order of the table. */
const exportFound = (csv: Endpoint, { page, per_page, ...query }: TableRequest): Promise<void> =>
  downloadFile(csv, { query })

const WideActions = ({ actions }: { actions: readonly HeadAction[] }) =>
  actions.map(action => (
    <ActionButton key={action.label} action={action}>
      {action.label}
    </ActionButton>
  ))

function ActionButton({ action, children }: { action: HeadAction; children: ReactNode }) {
  const { icon: Icon, isPrimary = false, link, run } = action
  const style = {
    variant: isPrimary ? 'filled' : 'default',
    className: head.action,
    leftSection: <Icon size={18} strokeWidth={1.75} aria-hidden />,
  }
  if (link)
    return (
      <Button {...style} renderRoot={props => <Link {...props} {...link} />}>
        {children}
      </Button>
    )
  return (
    <Button {...style} onClick={run}>
      {children}
    </Button>
  )
}

/** On phones all actions are in one menu. */
function NarrowActions({ actions }: { actions: readonly HeadAction[] }) {
  const { t } = useTranslation()
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={EllipsisVertical} label={t('table.actions')} tooltip="none" />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.toReversed().map(action => (
          <ActionItem key={action.label} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function ActionItem({ action: { label, icon: Icon, link, run } }: { action: HeadAction }) {
  const icon = <Icon size={17} strokeWidth={1.75} aria-hidden />
  if (link)
    return (
      <Menu.Item leftSection={icon} renderRoot={props => <Link {...props} {...link} />}>
        {label}
      </Menu.Item>
    )
  return (
    <Menu.Item leftSection={icon} onClick={run}>
      {label}
    </Menu.Item>
  )
}
