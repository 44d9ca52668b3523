import type { NewestUser } from '@coffer/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './newest-card.module.css'
import { NewestCard } from './newest-card.tsx'

/** The newest users, each with a link to their page. */
export function NewestUsers({ users }: { users: readonly NewestUser[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <NewestCard
      title={t('dashboard.newest_users')}
      link={{ to: '/admin/users' }}
      linkText={t('dashboard.all_users')}
    >
      {users.map(({ id: userId, attributes }) => (
        <li key={userId}>
          <Link to="/admin/user/$id/details" params={{ id: userId }} className={classes.row}>
            <Avatar person={attributes} size={30} />
            <span className={classes.texts}>
              <span className={classes.name}>{attributes.name}</span>
              <span className={classes.note}>{attributes.email}</span>
            </span>
            <time className={classes.end} dateTime={attributes.created_at}>
              {format.date(attributes.created_at)}
            </time>
          </Link>
        </li>
      ))}
    </NewestCard>
  )
}
