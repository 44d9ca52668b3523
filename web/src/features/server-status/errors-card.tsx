import type { LoggedError } from '@coffer/contract/server-status'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './server-status.module.css'

/** The latest errors of all processes, without names of users and files. */
export function ErrorsCard({ errors }: { errors: readonly LoggedError[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <SectionCard title={t('server_status.errors')} text={t('server_status.errors_text')}>
      {errors.length === 0 ? (
        <p className={classes.note}>{t('server_status.errors_empty')}</p>
      ) : (
        <ul className={classes.errors}>
          {errors.map(error => (
            <li key={`${error.at} ${error.message}`}>
              <time dateTime={error.at}>{format.exactDate(error.at)}</time>
              <span className={classes.texts}>
                <span className={classes.name}>{error.message}</span>
                {error.detail && <code className={classes.code}>{error.detail}</code>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
