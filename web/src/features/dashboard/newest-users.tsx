import type { NewestUser } from '@coffer/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './newest-users.module.css'

/** The newest users, each with a link to their page. */
export function NewestUsers({ users }: { users: readonly NewestUser[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {t('dashboard.newest_users')}
        </h2>
        <Link to="/admin/users" className={classes.all}>
          {t('dashboard.all_users')}
        </Link>
      </div>
      <ul className={classes.users}>
        {users.map(({ id: userId, attributes }) => (
          <li key={userId}>
            <Link to="/admin/user/$id/details" params={{ id: userId }} className={classes.user}>
              <Avatar person={attributes} size={30} />
              <span className={classes.texts}>
                <span className={classes.name}>{attributes.name}</span>
                <span className={classes.email}>{attributes.email}</span>
              </span>
              <time className={classes.time} dateTime={attributes.created_at}>
                {format.date(attributes.created_at)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
