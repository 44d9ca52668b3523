import type { ServerCheck } from '@coffer/contract/server-status'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusMark, type StatusStyle } from '../../ui/status-mark.tsx'
import classes from './server-status.module.css'

const MARKS: Record<ServerCheck['state'], StatusStyle> = {
  ok: { shape: 'tick', tone: 'good' },
  warning: { shape: 'exclamation', tone: 'warn' },
  failing: { shape: 'exclamation', tone: 'danger' },
}

const remedyOf = (check: ServerCheck['check'], state: ServerCheck['state']) =>
  check === 'mail' && state === 'failing'
    ? ('server_status.remedy_mail_failing' as const)
    : (`server_status.remedy_${check}` as const)

const COUNTED = ['contents', 'queue', 'mail', 'search'] as const
type Counted = (typeof COUNTED)[number]

const isCounted = ({ check, detail }: ServerCheck): boolean =>
  COUNTED.includes(check as Counted) && /^\d+$/.test(detail ?? '')

/** The detail of a check as text; the server gives some as a bare number. */
const detailOf = (t: TFunction, checked: ServerCheck) =>
  isCounted(checked)
    ? t(`server_status.count_${checked.check as Counted}`, { count: Number(checked.detail) })
    : checked.detail

interface ChecksCardProps {
  checks: readonly ServerCheck[]
  /** Tests that administrators start themselves, below the check. */
  tests?: Partial<Record<ServerCheck['check'], ReactNode>>
}

/** The health checks, each with its remedy while something is wrong. */
export function ChecksCard({ checks, tests = {} }: ChecksCardProps) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('server_status.health')}>
      <ul className={classes.checks}>
        {checks.map(checked => {
          const { check, state } = checked
          const detail = detailOf(t, checked)
          return (
            <li key={check} className={classes.check}>
              <span className={classes.mark}>
                <StatusMark {...MARKS[state]}>{t(`server_status.state_${state}`)}</StatusMark>
              </span>
              <div className={classes.texts}>
                <span className={classes.name}>{t(`server_status.check_${check}`)}</span>
                {detail && <span className={classes.note}>{detail}</span>}
                {state !== 'ok' && (
                  <span className={classes.remedy}>{t(remedyOf(check, state))}</span>
                )}
                {tests[check] && <div className={classes.test}>{tests[check]}</div>}
              </div>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
