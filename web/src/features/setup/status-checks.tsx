import type { TranslationKey } from '@coffer/contract'
import type { Check } from '@coffer/contract/setup'
import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { statusQuery } from './setup.api.ts'
import classes from './status-checks.module.css'

const NAMES: Record<Check, TranslationKey> = {
  runtime: 'setup.check_runtime',
  database: 'setup.check_database',
  storage: 'setup.check_storage',
  secret: 'setup.check_secret',
}

/** The results of the status check (SETUP-2). */
export function StatusChecks({ code }: { code: string }) {
  const { t } = useTranslation()
  const { data: checks, refetch, isFetching } = useSuspenseQuery(statusQuery(code))
  const ready = checks.every(({ passed }) => passed)
  return (
    <>
      <p>{t(ready ? 'setup.ready' : 'setup.not_ready')}</p>
      <ul className={classes.checks}>
        {checks.map(({ check, passed, detail }) => {
          const Icon = passed ? CircleCheck : CircleX
          return (
            <li key={check} data-passed={passed}>
              <Icon
                size={20}
                strokeWidth={1.75}
                aria-label={t(passed ? 'setup.passed' : 'setup.failed')}
              />
              <span className={classes.name}>{t(NAMES[check])}</span>
              <span className={classes.detail}>{detail}</span>
            </li>
          )
        })}
      </ul>
      {ready ? (
        <Button size="md" renderRoot={props => <Link to="/setup-wizard/admin-setup" {...props} />}>
          {t('setup.continue')}
        </Button>
      ) : (
        <Button size="md" loading={isFetching} onClick={() => refetch()}>
          {t('setup.check_again')}
        </Button>
      )}
    </>
  )
}
