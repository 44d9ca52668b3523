import type { UserTask } from '@coffer/contract/admin-user-tasks'
import type { AdminUser } from '@coffer/contract/admin-users'
import { useNavigate } from '@tanstack/react-router'
import i18next from 'i18next'
import {
  CirclePause,
  CirclePlay,
  Download,
  HardDrive,
  KeyRound,
  MailX,
  Send,
  ShieldCheck,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'
import type { TableSelection } from '../../ui/admin-table/types.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import type { AskedChange } from './change-dialog.tsx'
import { showSentLink } from './password-link.ts'
import { type ChangeTarget, type UserSelection, useUserCalls } from './user-calls.ts'
import { exportSome } from './users.api.ts'

/** Maximum number of users that can be exported by their ids. */
const MAX_EXPORTED = 200

export type AskChange = (asked: AskedChange, target: ChangeTarget, user?: AdminUser) => void
export type FollowTask = (task: UserTask) => void
type Calls = ReturnType<typeof useUserCalls>

/** The menu of a user, and the actions for selected users. */
export function useUserActions(ask: AskChange, follow: FollowTask) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const calls = useUserCalls()
  const reactivateAndFollow = async (target: ChangeTarget) => {
    const task = await reactivate(target, calls)
    if (task) follow(task)
  }
  const ofUser = (user: AdminUser): MenuAction[] => {
    const { id, attributes } = user
    const { name, state } = attributes
    const target: ChangeTarget = { kind: 'one', id, name }
    const params = { id }
    const isSuspended = state === 'suspended'
    return [
      ...(attributes.invitation ? invitationActions(user, calls) : []),
      {
        label: t('admin_users.change_role'),
        icon: ShieldCheck,
        run: () => ask('role', target, user),
      },
      {
        label: t('admin_users.change_limit'),
        icon: HardDrive,
        run: () => ask('capacity', target, user),
      },
      {
        label: t('admin_users.password_and_sessions'),
        icon: KeyRound,
        run: () => void navigate({ to: '/admin/user/$id/password', params }),
      },
      {
        label: t(isSuspended ? 'admin_users.reactivate' : 'admin_users.suspend_more'),
        icon: isSuspended ? CirclePlay : CirclePause,
        parted: true,
        run: () => (isSuspended ? void reactivateAndFollow(target) : ask('suspend', target, user)),
      },
      {
        label: t('admin_users.delete_more'),
        icon: Trash2,
        danger: true,
        run: () => void navigate({ to: '/admin/user/$id/delete', params }),
      },
    ]
  }
  const ofSelection = (selection: TableSelection, request: TableRequest): MenuAction[] => {
    const { count, ids, isAll } = selection
    const target: ChangeTarget = {
      kind: 'many',
      count,
      selection: selectionOf(selection, request),
      deselect: selection.clear,
    }
    return [
      {
        label: t('admin_users.suspend_more'),
        button: t('admin_users.suspend'),
        icon: CirclePause,
        run: () => ask('suspend', target),
      },
      {
        label: t('admin_users.change_role'),
        button: t('admin_users.role'),
        icon: ShieldCheck,
        run: () => ask('role', target),
      },
      {
        label: t('admin_users.change_limit'),
        button: t('admin_users.limit'),
        icon: HardDrive,
        run: () => ask('capacity', target),
      },
      {
        label: t('admin_users.reactivate'),
        icon: CirclePlay,
        run: () => void reactivateAndFollow(target),
      },
      ...(isAll || ids.length > MAX_EXPORTED
        ? []
        : [{ label: t('table.export'), icon: Download, run: () => void exportSome(ids) }]),
      {
        label: t('admin_users.delete_more'),
        icon: Trash2,
        danger: true,
        parted: true,
        run: () => ask('delete', target),
      },
    ]
  }
  return { ofUser, ofSelection }
}

/** Send again and withdraw, for users who have not accepted their invitation. */
function invitationActions({ id, attributes: { email } }: AdminUser, calls: Calls): MenuAction[] {
  const { t } = i18next
  const withdraw = async () => {
    const agreed = await confirmPopup({
      title: t('admin_users.withdraw_title', { email }),
      message: t('admin_users.withdraw_text'),
      confirm: t('admin_users.withdraw'),
      danger: true,
    })
    if (!agreed) return
    await calls.withdrawInvitation(id)
    successToast(t('admin_users.withdrawn', { email }))
  }
  return [
    {
      label: t('admin_users.send_again'),
      icon: Send,
      run: () => void sendAgain(id, email, calls),
    },
    {
      label: t('admin_users.withdraw'),
      icon: MailX,
      run: () => void withdraw().catch(failurePopup),
    },
  ]
}

/**
 * Reactivates one or several users after confirmation.
 * @returns the task that changes several users
 */
export async function reactivate(target: ChangeTarget, calls: Calls): Promise<UserTask | null> {
  const { t } = i18next
  const agreed = await confirmPopup({
    title:
      target.kind === 'one'
        ? t('admin_users.reactivate_title', { name: target.name })
        : t('admin_users.reactivate_many_title', { count: target.count }),
    message: t('admin_users.reactivate_text'),
    confirm: t('admin_users.reactivate'),
  })
  if (!agreed) return null
  try {
    const task = await calls.change(target, { action: 'reactivate' })
    if (!task) successToast(t('admin_users.reactivate_done'))
    return task
  } catch (error) {
    failurePopup(error)
    return null
  }
}

export async function sendAgain(id: string, email: string, calls: Calls): Promise<void> {
  try {
    const { meta } = await calls.resendInvitation(id)
    showSentLink(meta.link, email, i18next.t('admin_users.sent_again', { email }))
  } catch (error) {
    failurePopup(error)
  }
}

/** The selection of a bulk call: the ids, or the filters of the list. */
function selectionOf(selection: TableSelection, request: TableRequest): UserSelection {
  if (!selection.isAll) return { ids: [...selection.ids] }
  const { page, per_page, sort, direction, ...filter } = request
  return { filter: filter as never, except: [...selection.except], count: selection.count }
}
