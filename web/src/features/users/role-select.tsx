import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectInput } from '../../ui/form/select-input.tsx'

const ROLES = ['user', 'admin'] as const

/** Chooses the role of a user. */
export function RoleSelect(props: Omit<ComponentProps<typeof SelectInput>, 'data'>) {
  const { t } = useTranslation()
  return (
    <SelectInput
      label={t('admin_users.role')}
      {...props}
      data={ROLES.map(role => ({ value: role, label: t(`admin_users.role_${role}`) }))}
    />
  )
}
