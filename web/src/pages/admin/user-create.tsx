import { Password, PersonName, type Role } from '@coffer/contract/account'
import { putUserAvatar } from '@coffer/contract/admin-user-access'
import { createUser } from '@coffer/contract/admin-users'
import { Email } from '@coffer/contract/email-address'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordMeter } from '../../features/auth/password-meter.tsx'
import { ChosenAvatar } from '../../features/users/avatar-field.tsx'
import {
  CapacityField,
  type CapacityValues,
  capacityError,
  capacityOf,
} from '../../features/users/capacity-field.tsx'
import { showSentLink } from '../../features/users/password-link.ts'
import { RoleSelect } from '../../features/users/role-select.tsx'
import { refetchUsers } from '../../features/users/user-calls.ts'
import { api } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { validateField } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './user-create.module.css'

interface Values extends CapacityValues {
  name: string
  email: string
  role: Role
  invites: boolean
  password: string
  message: string
}

const INITIAL: Values = {
  name: '',
  email: '',
  role: 'user',
  capacity: 'default',
  gigabytes: '',
  invites: true,
  password: '',
  message: '',
}

/** The page /admin/user/create. */
export function UserCreatePage() {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [avatar, setAvatar] = useState<File | null>(null)
  const create = useCreate(avatar)
  const form = useForm<Values>({
    initialValues: INITIAL,
    validate: {
      name: value => validateField(PersonName, value),
      email: value => validateField(Email, value),
      password: (value, { invites }) => (invites ? null : validateField(Password, value)),
      gigabytes: capacityError(locale),
    },
  })
  const { submit, busy, failure } = useFormCall(form, create)
  useLeaveWarning(form.isDirty() || avatar !== null)
  const { name, email, invites } = form.values
  usePageTitle(t('admin_users.create_title'))
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader
        title={t('admin_users.create_title')}
        parent={{ label: t('admin.users'), link: { to: '/admin/users' } }}
      >
        <Button
          variant="default"
          className={classes.cancel}
          renderRoot={props => <Link {...props} to="/admin/users" />}
        >
          {t('popups.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t(invites ? 'admin_users.send_invitation' : 'admin_users.create')}
        </Button>
      </PageHeader>
      <div className={classes.page}>
        <FormFailure>{failure}</FormFailure>
        <SectionCard title={t('admin_users.person')}>
          <ChosenAvatar person={{ name, email }} file={avatar} onChange={setAvatar} />
          <div className={classes.fields}>
            <TextInput
              {...form.getInputProps('name')}
              label={t('fields.name')}
              maxLength={255}
              autoComplete="off"
            />
            <TextInput
              {...form.getInputProps('email')}
              label={t('fields.email')}
              inputMode="email"
              autoComplete="off"
            />
            <RoleSelect {...form.getInputProps('role')} />
          </div>
        </SectionCard>
        <SignInCard form={form} />
        <SectionCard title={t('admin_users.limit')}>
          <CapacityField form={form} />
        </SectionCard>
      </div>
    </form>
  )
}

/** Creates the user, then adds the picture and opens the user's page. */
function useCreate(avatar: File | null) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (values: Values) => {
    const { name, email, role, invites, password, message } = values
    const { data, meta } = await api(createUser, {
      body: {
        name,
        email,
        role,
        capacity_bytes: capacityOf(values, locale),
        ...(invites ? { invite: true } : { password }),
        ...(invites && message.trim() !== '' && { message }),
      } as never,
    })
    const params = { id: data.id }
    // The user was created, so a failed picture does not undo it.
    if (avatar) await api(putUserAvatar, { params, body: { avatar } }).catch(failurePopup)
    await refetchUsers(queries)
    const done = t(invites ? 'admin_users.invited_user' : 'admin_users.created_user', { name })
    await navigate({ to: '/admin/user/$id/details', params, ignoreBlocker: true })
    showSentLink(meta.link, email, done)
  }
}

type CardProps = { form: UseFormReturnType<Values> }

/** A password, or an invitation to choose one. */
function SignInCard({ form }: CardProps) {
  const { t } = useTranslation()
  const { invites, password, name, email } = form.values
  const choices = [
    [true, 'admin_users.by_invitation'],
    [false, 'admin_users.by_password'],
  ] as const
  return (
    <SectionCard title={t('admin_users.password')}>
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>{t('admin_users.password_how')}</legend>
        {choices.map(([value, key]) => (
          <label key={key} className={classes.choice}>
            <input
              type="radio"
              name="invites"
              checked={invites === value}
              onChange={() => form.setFieldValue('invites', value)}
            />
            {t(key)}
          </label>
        ))}
      </fieldset>
      {invites ? (
        <Textarea
          {...form.getInputProps('message')}
          label={t('admin_users.message')}
          description={t('admin_users.message_text')}
          maxLength={1000}
          rows={3}
        />
      ) : (
        <div className={classes.password}>
          <SecretInput
            {...form.getInputProps('password')}
            label={t('fields.password')}
            autoComplete="new-password"
          />
          <PasswordMeter password={password} chooser={{ email, name }} />
        </div>
      )}
    </SectionCard>
  )
}
