import { listAudit } from '@coffer/contract/audit'
import { Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import classes from './user-audit.module.css'
import { USERS } from './users.api.ts'

const SHOWN = 5

/** Below the key of users, so that a change of the user shows its own entry. */
const userAuditQuery = (target: string) =>
  queryOptions({
    queryKey: [USERS, 'audit', target],
    queryFn: ({ signal }) => api(listAudit, { query: { target, per_page: SHOWN } }, { signal }),
  })

/** The latest entries of the audit log about a user. */
export function UserAudit({ id }: { id: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, isError, refetch } = useQuery(userAuditQuery(id))
  const total = data?.meta.paginate.total ?? 0
  return (
    <section aria-label={t('admin_users.recent')}>
      <header className={classes.head}>
        <h2>{t('admin_users.recent')}</h2>
        {total > SHOWN && (
          <Link to="/admin/audit" search={{ target: id }}>
            {t('admin_users.all_entries', { count: total })}
          </Link>
        )}
      </header>
      {isError && <PartFailure retry={refetch} />}
      {!data && !isError && <Skeleton height={140} radius="md" aria-busy />}
      {data?.data.length === 0 && <p className={classes.when}>{t('admin_users.no_entries')}</p>}
      <ol className={classes.entries}>
        {data?.data.map(({ id: entry, attributes: { text, at } }) => (
          <li key={entry}>
            <span>{text}</span>
            <time className={classes.when} dateTime={at} title={format.exactDate(at)}>
              {format.date(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
