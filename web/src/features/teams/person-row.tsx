import type { TeamPermission } from '@coffer/contract/teams'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Avatar, type Person } from '../../ui/avatar.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './people.module.css'

interface PersonRowProps {
  person: Person
  /** Shown instead of the person's name. */
  name?: string
  permission: TeamPermission | 'owner'
  /** Undefined when the permission cannot be changed. */
  onChange?: ((permission: TeamPermission) => void) | undefined
  onRemove?: (() => void) | undefined
}

/** A row with a person and their permission. */
export function PersonRow({ person, name, permission, onChange, onRemove }: PersonRowProps) {
  const { t } = useTranslation()
  const displayName = person.name || person.email || ''
  return (
    <li className={classes.person}>
      <Avatar person={person} size={32} />
      <span className={classes.text}>
        <span className={classes.name} title={displayName}>
          {name ?? displayName}
        </span>
        {person.name && <span className={classes.email}>{person.email}</span>}
      </span>
      {onChange && permission !== 'owner' ? (
        <SelectInput
          className={classes.permission}
          aria-label={t('teams.permission_of', { name: displayName })}
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
          label={t('teams.remove', { name: displayName })}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
