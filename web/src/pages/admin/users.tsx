import { exportUsers, type UserTask } from '@coffer/contract/admin-user-tasks'
import {
  type AdminUser,
  type ListedUser,
  NO_PLAN,
  STORAGE_LEVELS,
  USER_STATES,
} from '@coffer/contract/admin-users'
import { MAX_PAGE_SIZE } from '@coffer/contract/constants'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { Plus, Send, Upload, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { plansQuery } from '../../features/plans/plans.api.ts'
import type { AskedChange } from '../../features/users/change-dialog.tsx'
import { useUserActions } from '../../features/users/user-actions.ts'
import type { ChangeTarget } from '../../features/users/user-calls.ts'
import { showsPlans, userCard, useUserColumns } from '../../features/users/user-columns.tsx'
import { countUsers, usersQuery } from '../../features/users/users.api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { choiceFilter } from '../../ui/admin-table/choice-filter.ts'
import { useFoundText } from '../../ui/admin-table/found-text.ts'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { HeadAction, TableFilter } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'
import { useOpenDialog } from '../../ui/use-open-dialog.ts'

const dialogs = () => import('../../features/users/dialogs.ts')
const ChangeDialog = lazy(async () => ({ default: (await dialogs()).ChangeDialog }))
const TaskDialog = lazy(async () => ({ default: (await dialogs()).TaskDialog }))
const InviteDialog = lazy(async () => ({ default: (await dialogs()).InviteDialog }))
const ImportDialog = lazy(async () => ({ default: (await dialogs()).ImportDialog }))

const FILTERS = {
  role: ['admin', 'user'],
  state: USER_STATES,
  storage: STORAGE_LEVELS,
  two_factor: ['on', 'off'],
  seen: { daysOr: ['never'] },
  created: 'days',
} as const
const FILTERS_WITH_PLAN = { ...FILTERS, plan: 'text' } as const
const ORDER = { sort: 'created_at', direction: 'desc' } as const

type Dialog =
  | { kind: 'change'; asked: AskedChange; target: ChangeTarget; user: AdminUser | undefined }
  | { kind: 'task'; task: UserTask }
  | { kind: 'invite' }
  | { kind: 'import' }

/** The page /admin/users. */
export function UsersPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const state = useTableState(showsPlans() ? FILTERS_WITH_PLAN : FILTERS, ORDER)
  const query = useQuery(usersQuery(state.request))
  const { dialog, setDialog, closeDialog, continueWith } = useOpenDialog<Dialog>()
  const userActions = useUserActions(
    (asked, target, user) => setDialog({ kind: 'change', asked, target, user }),
    task => setDialog({ kind: 'task', task }),
  )
  const meta = query.data?.meta
  return (
    <TablePage
      title={t('admin.users')}
      count={meta?.all}
      state={state}
      searchLabel={t('admin_users.search')}
      actions={headActions(setDialog)}
      csv={exportUsers}
    >
      <AdminTable<ListedUser>
        name="users"
        label={t('admin.users')}
        state={state}
        query={query}
        columns={useUserColumns()}
        filters={useUserFilters()}
        rowId={user => user.id}
        rowName={user => user.attributes.name}
        rowLink={({ id }) => ({ to: '/admin/user/$id/details', params: { id } })}
        rowMenu={userActions.ofUser}
        bulkActions={selection => userActions.ofSelection(selection, state.request)}
        countFound={() => countUsers(state.request)}
        card={userCard}
        hasAvatars
        found={useFoundText('admin_users.found', meta)}
        sum={
          meta?.used_bytes != null && t('admin_users.sum', { size: format.bytes(meta.used_bytes) })
        }
        empty={{
          icon: Users,
          title: t('admin_users.empty'),
          text: t('admin_users.empty_text'),
          action: (
            <Button renderRoot={props => <Link {...props} to="/admin/user/create" />}>
              {t('admin_users.create')}
            </Button>
          ),
        }}
      />
      <Suspense>
        {dialog && <OpenDialog dialog={dialog} onClose={closeDialog} onNext={continueWith} />}
      </Suspense>
    </TablePage>
  )
}

const headActions = (open: (dialog: Dialog) => void): HeadAction[] => [
  {
    label: i18next.t('admin_users.import'),
    icon: Upload,
    run: () => open({ kind: 'import' }),
  },
  {
    label: i18next.t('admin_users.invite'),
    icon: Send,
    run: () => open({ kind: 'invite' }),
  },
  {
    label: i18next.t('admin_users.create'),
    icon: Plus,
    isPrimary: true,
    link: { to: '/admin/user/create' },
  },
]

interface OpenDialogProps {
  dialog: Dialog
  onClose: () => void
  /** Opens another dialog in place of this one. */
  onNext: (dialog: Dialog) => void
}

function OpenDialog({ dialog, onClose, onNext }: OpenDialogProps) {
  const { t } = useTranslation()
  if (dialog.kind === 'invite') return <InviteDialog onClose={onClose} />
  if (dialog.kind === 'import') return <ImportDialog onClose={onClose} />
  if (dialog.kind === 'task')
    return <TaskDialog title={t('admin_users.changing')} task={dialog.task} onClose={onClose} />
  const { asked, target, user } = dialog
  return (
    <ChangeDialog
      asked={asked}
      target={target}
      {...(user && {
        role: user.attributes.role,
        storage: user.attributes.storage,
      })}
      onTask={task => onNext({ kind: 'task', task })}
      onClose={onClose}
    />
  )
}

/** The plans by name, also archived ones, which users keep. */
const ALL_PLANS = { page: 1, per_page: MAX_PAGE_SIZE, sort: 'name', direction: 'asc' } as const

function usePlanFilter(): TableFilter[] {
  const { t } = useTranslation()
  const isShown = showsPlans()
  const { data } = useQuery({ ...plansQuery(ALL_PLANS), enabled: isShown })
  if (!isShown) return []
  const names = new Map(data?.data.map(({ id, attributes }) => [id, attributes.name]))
  names.set(NO_PLAN, t('admin_users.no_plan'))
  const nameOf = (id: string) => names.get(id) ?? ''
  return [choiceFilter('plan', t('admin_users.plan'), [...names.keys()], nameOf)]
}

function useUserFilters(): TableFilter[] {
  const { t } = useTranslation()
  const ofPlan = usePlanFilter()
  return [
    choiceFilter('role', t('admin_users.role'), FILTERS.role, role =>
      t(`admin_users.role_${role}`),
    ),
    choiceFilter('state', t('admin_users.state'), USER_STATES, state =>
      t(`admin_users.state_${state}`),
    ),
    ...ofPlan,
    choiceFilter('storage', t('admin_users.storage'), STORAGE_LEVELS, level =>
      t(`admin_users.storage_${level}`),
    ),
    choiceFilter('two_factor', t('admin_users.two_factor'), FILTERS.two_factor, value =>
      t(`admin_users.${value}`),
    ),
    {
      kind: 'days',
      name: 'seen',
      label: t('admin_users.last_seen'),
      choices: [['never', t('admin_users.never')]],
    },
    { kind: 'days', name: 'created', label: t('admin_users.created') },
  ]
}
