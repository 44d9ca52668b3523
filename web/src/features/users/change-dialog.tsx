import type { Role } from '@coffer/contract/account'
import type { UserTask } from '@coffer/contract/admin-user-tasks'
import { SuspensionReason } from '@coffer/contract/admin-users'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { validateField } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import frame from '../../ui/dialog-form.module.css'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import {
  CapacityField,
  type CapacityValues,
  capacityError,
  capacityOf,
  capacityValues,
  type UserStorage,
} from './capacity-field.tsx'
import { RoleSelect } from './role-select.tsx'
import { type ChangeTarget, type UserChange, useUserCalls } from './user-calls.ts'

export type AskedChange = 'suspend' | 'role' | 'capacity' | 'delete'

interface ChangeDialogProps {
  asked: AskedChange
  target: ChangeTarget
  /** Initial values of the fields. */
  role?: Role
  storage?: UserStorage
  /** Shows the progress of a change of several users; one user is changed without a task. */
  onTask?: (task: UserTask) => void
  onClose: () => void
}

/** Asks for the details of a change of one or of several users. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { t } = useTranslation()
  const { asked, target, onClose } = props
  const title =
    target.kind === 'one'
      ? t(`admin_users.${asked}_title`, { name: target.name })
      : t(`admin_users.${asked}_many_title`, { count: target.count })
  const Form = FORMS[asked]
  return (
    <DialogBox opened onClose={onClose} title={title} className={frame.dialog}>
      <Form {...props} />
    </DialogBox>
  )
}

/** Makes the change, then closes the dialog. */
function useChange({ target, asked, onTask, onClose }: ChangeDialogProps) {
  const { t } = useTranslation()
  const calls = useUserCalls()
  return async (change: UserChange) => {
    const task = await calls.change(target, change)
    onClose()
    if (task) onTask?.(task)
    else successToast(t(`admin_users.${asked}_done`))
  }
}

function SuspendForm(props: ChangeDialogProps) {
  const { t } = useTranslation()
  const change = useChange(props)
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: value => validateField(SuspensionReason, value) },
  })
  const formCall = useFormCall(form, ({ reason }) => change({ action: 'suspend', reason }))
  return (
    <DialogForm
      {...formCall}
      text={t('admin_users.suspend_text')}
      confirm={t('admin_users.suspend')}
      isDanger
      onClose={props.onClose}
    >
      <Textarea
        {...form.getInputProps('reason')}
        label={t('admin_users.reason')}
        description={t('admin_users.suspend_reason_text')}
        maxLength={500}
        rows={3}
        data-autofocus
      />
    </DialogForm>
  )
}

function RoleForm(props: ChangeDialogProps) {
  const { t } = useTranslation()
  const change = useChange(props)
  const form = useForm<{ role: Role }>({ initialValues: { role: props.role ?? 'user' } })
  const formCall = useFormCall(form, ({ role }) => change({ action: 'role', role }))
  return (
    <DialogForm
      {...formCall}
      text={t('admin_users.role_text')}
      confirm={t('admin_users.role_confirm')}
      onClose={props.onClose}
    >
      <RoleSelect {...form.getInputProps('role')} data-autofocus />
    </DialogForm>
  )
}

function CapacityForm(props: ChangeDialogProps) {
  const { t } = useTranslation()
  const change = useChange(props)
  const { locale } = useFormat()
  const form = useForm<CapacityValues>({
    initialValues: capacityValues(props.storage, locale),
    validate: { gigabytes: capacityError(locale) },
  })
  const formCall = useFormCall(form, values =>
    change({ action: 'capacity', capacity_bytes: capacityOf(values, locale) }),
  )
  return (
    <DialogForm
      {...formCall}
      text={t('admin_users.capacity_text')}
      confirm={t('admin_users.capacity_confirm')}
      onClose={props.onClose}
    >
      <CapacityField form={form} />
    </DialogForm>
  )
}

function DeleteForm(props: ChangeDialogProps) {
  const { t } = useTranslation()
  const change = useChange(props)
  // Known once the server refuses a deletion that does not confirm their end.
  const [hasPaid, setHasPaid] = useState(false)
  const count = props.target.kind === 'many' ? props.target.count : 1
  const form = useForm({
    initialValues: { count: '', end_subscription: false },
    validate: {
      count: value => (Number(value) === count ? null : t('admin_users.count_differs')),
      end_subscription: value => (hasPaid && !value ? t('account_deletion.must_end') : null),
    },
  })
  const formCall = useFormCall(form, async ({ end_subscription }) => {
    try {
      await change({ action: 'delete', count, end_subscription })
    } catch (error) {
      if (error instanceof ApiError && error.is('user.subscriptions_running')) setHasPaid(true)
      throw error
    }
  })
  return (
    <DialogForm
      {...formCall}
      text={t('admin_users.delete_many_text')}
      confirm={t('admin_users.delete')}
      isDanger
      onClose={props.onClose}
    >
      <TextInput
        {...form.getInputProps('count')}
        label={t('admin_users.type_count', { count })}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
      />
      {hasPaid && (
        <Checkbox
          {...form.getInputProps('end_subscription', { type: 'checkbox' })}
          label={t('account_deletion.end_subscriptions')}
        />
      )}
    </DialogForm>
  )
}

const FORMS = {
  suspend: SuspendForm,
  role: RoleForm,
  capacity: CapacityForm,
  delete: DeleteForm,
} as const
