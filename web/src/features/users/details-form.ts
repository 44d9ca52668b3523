import { PersonName, type Role } from '@coffer/contract/account'
import {
  type AdminUserDetail,
  type PasswordLink,
  setRestrictions,
  setRole,
  updateUser,
} from '@coffer/contract/admin-users'
import type { Locale } from '@coffer/contract/constants'
import { Email } from '@coffer/contract/email-address'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { validateField } from '../../lib/form-errors.ts'
import { editedValues, withTypedSince } from '../../ui/form/typed-since.ts'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { showSentLink } from './password-link.ts'
import { refetchUsers } from './user-calls.ts'
import { userDetailQuery } from './users.api.ts'

export const ABILITIES = [
  'canUpload',
  'canDownload',
  'canCreateFolder',
  'canCreateTeamFolder',
] as const

export interface DetailsValues {
  first_name: string
  last_name: string
  email: string
  email_change: 'confirm' | 'force'
  role: Role
  /** Empty for the browser's. */
  language: Locale | ''
  timezone: string
  canUpload: boolean
  canDownload: boolean
  canCreateFolder: boolean
  canCreateTeamFolder: boolean
  reason: string
  [field: string]: unknown
}

const PROFILE = ['first_name', 'last_name', 'email', 'language', 'timezone'] as const
const RESTRICTIONS = [...ABILITIES, 'reason'] as const

function valuesOf({ attributes, meta }: AdminUserDetail): DetailsValues {
  const { first_name, last_name, email, role, language, timezone } = attributes
  const { reason, ...allowed } = meta.admin_restrictions
  return {
    first_name,
    last_name,
    email,
    role,
    email_change: 'confirm',
    language: language ?? '',
    timezone: timezone ?? '',
    ...allowed,
    reason: reason ?? '',
  }
}

/** The form of the details page, its changed fields and how they are saved. */
export function useDetailsForm(user: AdminUserDetail) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [saved, setSaved] = useState(() => valuesOf(user))
  const form = useForm<DetailsValues>({
    initialValues: saved,
    validate: {
      first_name: value => validateField(PersonName, value),
      email: value => validateField(Email, value),
    },
  })
  /** @param sent the values that were saved; what was typed since is kept */
  const start = (current: AdminUserDetail, sent?: DetailsValues) => {
    const values = valuesOf(current)
    setSaved(values)
    form.setValues(typed => (sent ? withTypedSince(values, sent, typed) : values))
    form.clearErrors()
  }
  /** Shows another state of the user in the fields that were not edited; errors of the others stay. */
  const followUnedited = (current: AdminUserDetail) => {
    const values = valuesOf(current)
    setSaved(values)
    const edited = editedValues(saved, form.getValues())
    for (const [name, value] of Object.entries(values))
      if (!(name in edited)) form.setFieldValue(name, value)
  }
  const changed = (Object.keys(saved) as (keyof DetailsValues)[]).filter(
    name => name !== 'email_change' && form.values[name] !== saved[name],
  )
  const has = (names: readonly string[]) => changed.some(name => names.includes(name as string))
  const isDirty = changed.length > 0
  useLeaveWarning(isDirty)
  // Follows changes from other devices unless something is being edited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another state of the user.
  useEffect(() => {
    if (!isDirty) start(user)
  }, [user])
  const refetch = async () => {
    await refetchUsers(queries)
    return queries.ensureQueryData(userDetailQuery(user.id))
  }
  /** @returns the link of an invitation that no mail server sends */
  async function save(values: DetailsValues): Promise<PasswordLink | null> {
    const params = { id: user.id }
    const profile = has(PROFILE)
      ? await api(updateUser, { params, body: profileOf(values, changed) })
      : null
    if (has(['role'])) await api(setRole, { params, body: { role: values.role } })
    if (has(RESTRICTIONS))
      await api(setRestrictions, { params, body: restrictionsOf(values, changed) })
    return profile?.meta.link ?? null
  }
  const { submit, busy, failure } = useFormCall(form, async values => {
    let link: PasswordLink | null
    try {
      link = await save(values)
    } catch (error) {
      // The parts before the rejected one were saved.
      void refetch().then(followUnedited)
      throw error
    }
    // A new email waits for its confirmation, so the field shows the current one again.
    start(await refetch(), values)
    const isInvitationSent = user.attributes.invitation !== null && values.email !== saved.email
    if (isInvitationSent)
      showSentLink(link, values.email, t('admin_users.invited_user', { name: values.email }))
    else successToast(t('admin_users.saved'))
  })
  return {
    form,
    changed: changed.length,
    isChanged: (name: keyof DetailsValues) => changed.includes(name),
    submit,
    busy,
    failure,
    discard: () => start(user),
  }
}

export type DetailsForm = ReturnType<typeof useDetailsForm>

/** The values of the changed fields only, because another administrator may change the others. */
const onlyChanged = <T extends object>(values: T, changed: readonly PropertyKey[]): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => changed.includes(name)),
  ) as Partial<T>

function restrictionsOf(values: DetailsValues, changed: readonly (keyof DetailsValues)[]) {
  const { canUpload, canDownload, canCreateFolder, canCreateTeamFolder } = values
  const allowed = { canUpload, canDownload, canCreateFolder, canCreateTeamFolder }
  return onlyChanged({ ...allowed, reason: values.reason.trim() || null }, changed)
}

function profileOf(values: DetailsValues, changed: readonly (keyof DetailsValues)[]) {
  const { first_name, last_name, email, email_change, language, timezone } = values
  const all = {
    first_name,
    last_name,
    email,
    language: language || null,
    timezone: timezone || null,
  }
  const given = onlyChanged(all, changed)
  return changed.includes('email') ? { ...given, email_change } : given
}
