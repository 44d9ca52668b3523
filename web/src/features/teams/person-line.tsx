import type { TeamPermission } from '@coffer/contract/teams'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Avatar, type Person } from '../../ui/avatar.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './people.module.css'

interface PersonLineProps {
  person: Person
  /** In place of the name. */
  name?: string
  permission: TeamPermission | 'owner'
  /** Left out where nothing can be changed. */
  onChange?: ((permission: TeamPermission) => void) | undefined
  onRemove?: (() => void) | undefined
}

/** One person with what he may do. */
export function PersonLine({ person, name, permission, onChange, onRemove }: PersonLineProps) {
  const { t } = useTranslation()
  const called = person.name || person.email || ''
  return (
    <li className={classes.person}>
      <Avatar person={person} size={32} />
      <span className={classes.words}>
        <span className={classes.name}>{name ?? called}</span>
        {person.name && <span className={classes.email}>{person.email}</span>}
      </span>
      {onChange && permission !== 'owner' ? (
        <SelectInput
          className={classes.permission}
          aria-label={t('teams.permission_of', { name: called })}
          value={permission}
          onChange={event => onChange(event.currentTarget.value as TeamPermission)}
          data={[
            { value: 'can_edit', label: t('teams.can_edit') },
            { value: 'can_view', label: t('teams.can_view') },
          ]}
        />
      ) : (
        <span className={classes.fixed}>{t(`teams.${permission}`)}</span>
      )}
      {onRemove && (
        <IconButton
          icon={X}
          size="small"
          label={t('teams.remove', { name: called })}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
