import {
  type AdminDeletionSummary,
  deleteUser,
  getUserDeletion,
  type UserTask,
} from '@coffer/contract/admin-user-tasks'
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { isTypedName } from '@coffer/contract/names'
import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useBillingLines } from '../../ui/account-billing.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import classes from './delete-user.module.css'
import { RecipientPick } from './recipient-pick.tsx'
import { TaskProgress } from './task-progress.tsx'
import { useTask } from './user-task.ts'
import { USERS } from './users.api.ts'

const deletionQuery = (id: string, recipientId: string | undefined) =>
  queryOptions({
    queryKey: [USERS, 'deletion', id, recipientId ?? null],
    queryFn: async ({ signal }) => {
      const query = recipientId ? { hand_over_to: recipientId } : {}
      return (await api(getUserDeletion, { params: { id }, query }, { signal })).data
    },
    placeholderData: keepPreviousData,
  })

/** Deletes a user: lists their data, optionally transfers files, and asks for the full name. */
export function DeleteUser({ user }: { user: AdminUserDetail }) {
  const { t } = useTranslation()
  const [recipient, setRecipient] = useState<string>()
  const { data: summary, isError, refetch } = useQuery(deletionQuery(user.id, undefined))
  const transfer = useQuery(deletionQuery(user.id, recipient))
  const [task, setTask] = useState<UserTask | null>(null)
  const obstacle = summary && obstacleTo(summary)
  if (task)
    return (
      <SectionCard title={t('admin_users.deleting', { name: user.attributes.name })}>
        <Deleting task={task} name={user.attributes.name} />
      </SectionCard>
    )
  return (
    <>
      <SectionCard
        title={t('admin_users.what_is_deleted')}
        text={t('admin_users.what_is_deleted_text')}
      >
        {isError && <PartFailure retry={refetch} />}
        {!summary && !isError && <Skeleton height={120} radius="md" aria-busy />}
        {summary && <Summary summary={summary} />}
      </SectionCard>
      {summary && !obstacle && (
        <>
          <TransferFiles
            user={user}
            summary={summary}
            chosen={recipient}
            recipient={transfer.data?.recipient ?? null}
            error={transfer.error}
            onChoose={setRecipient}
          />
          <ConfirmDeletion
            user={user}
            recipient={recipient}
            canTransfer={transfer.data?.recipient?.fits ?? false}
            hasPaidSubscription={summary.subscription?.is_paid ?? false}
            onTask={setTask}
          />
        </>
      )}
      {obstacle && (
        <SectionCard title={t('admin_users.cannot_delete')} text={t(`admin_users.${obstacle}`)} />
      )}
    </>
  )
}

function obstacleTo({ is_self, is_last_administrator }: AdminDeletionSummary) {
  if (is_self) return 'delete_self' as const
  return is_last_administrator ? ('delete_last' as const) : null
}

const COUNTED = ['folders', 'shares', 'upload_requests', 'team_folders', 'team_members'] as const

function Summary({ summary }: { summary: AdminDeletionSummary }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { files, used_bytes } = summary
  const billing = useBillingLines(summary)
  return (
    <ul className={classes.summary}>
      <li>{t('account_deletion.files', { count: files, size: format.bytes(used_bytes) })}</li>
      {COUNTED.filter(name => summary[name] > 0).map(name => (
        <li key={name}>{t(`account_deletion.${name}`, { count: summary[name] })}</li>
      ))}
      {billing.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

interface TransferFilesProps {
  user: AdminUserDetail
  summary: AdminDeletionSummary
  chosen: string | undefined
  /** The chosen recipient, once the server has checked them. */
  recipient: AdminDeletionSummary['recipient']
  /** Why they cannot receive the files. */
  error: Error | null
  onChoose: (id: string | undefined) => void
}

/** Files and team folders may go to another user instead. */
function TransferFiles(props: TransferFilesProps) {
  const { user, summary, chosen, recipient, error, onChoose } = props
  const { t } = useTranslation()
  const format = useFormat()
  if (summary.files + summary.folders + summary.team_folders === 0) return null
  return (
    <SectionCard
      title={t('admin_users.transfer_files')}
      text={t('admin_users.transfer_files_text')}
    >
      <div className={classes.pick}>
        <RecipientPick
          exceptId={user.id}
          name={chosen ? recipient?.name : undefined}
          onChoose={onChoose}
        />
        {chosen && (
          <Button variant="subtle" onClick={() => onChoose(undefined)}>
            {t('admin_users.delete_instead')}
          </Button>
        )}
      </div>
      {error && (
        <p className={classes.note} role="alert" data-danger>
          {(error instanceof ApiError && error.problem?.message) || t('popup_error.message')}
        </p>
      )}
      {chosen && recipient && (
        <p className={classes.note} role="status" data-danger={!recipient.fits || undefined}>
          {recipient.fits
            ? t('admin_users.transfer_files_fits', { name: recipient.name })
            : t('admin_users.transfer_files_full', {
                name: recipient.name,
                free: format.bytes(recipient.free_bytes ?? 0),
              })}
        </p>
      )}
    </SectionCard>
  )
}

interface ConfirmDeletionProps {
  user: AdminUserDetail
  recipient: string | undefined
  canTransfer: boolean
  /** The end of a subscription whose time is paid is confirmed with the name. */
  hasPaidSubscription: boolean
  onTask: (task: UserTask) => void
}

function ConfirmDeletion(props: ConfirmDeletionProps) {
  const { user, recipient, canTransfer, hasPaidSubscription, onTask } = props
  const { t } = useTranslation()
  const { name } = user.attributes
  const isBlocked = recipient !== undefined && !canTransfer
  const form = useForm({
    initialValues: { name: '', end_subscription: false },
    validate: {
      name: value => (isTypedName(value, name) ? null : t('admin_users.name_differs')),
      end_subscription: value =>
        hasPaidSubscription && !value ? t('account_deletion.must_end') : null,
    },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    const body = { ...values, ...(recipient && { hand_over_to: recipient }) }
    onTask((await api(deleteUser, { params: { id: user.id }, body })).data)
  })
  return (
    <SectionCard
      title={t('admin_users.delete_title', { name })}
      text={t(recipient ? 'admin_users.delete_transferred_text' : 'admin_users.delete_text')}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          {...form.getInputProps('name')}
          label={t('admin_users.type_name', { name })}
          autoComplete="off"
          spellCheck={false}
        />
        {hasPaidSubscription && (
          <Checkbox
            {...form.getInputProps('end_subscription', { type: 'checkbox' })}
            label={t('account_deletion.end_subscription')}
          />
        )}
        <FormFailure>{failure}</FormFailure>
        <div>
          <Button type="submit" color="danger" loading={busy} disabled={isBlocked}>
            {t('admin_users.delete')}
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}

/** Follows the deletion, then returns to the list. */
function Deleting({ task, name }: { task: UserTask; name: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const current = useTask(task)
  const isDone = current.attributes.state === 'finished'
  useEffect(() => {
    if (!isDone) return
    successToast(t('admin_users.deleted', { name }))
    void navigate({ to: '/admin/users' })
  }, [isDone, navigate, name, t])
  return <TaskProgress task={current} />
}
