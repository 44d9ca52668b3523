import type { TranslationKey } from '@coffer/contract'
import type { Check, CheckResult, Remedy } from '@coffer/contract/setup'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  ArrowRight,
  CircleAlert,
  CircleCheck,
  CircleX,
  LoaderCircle,
  RefreshCw,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { progressQuery, socketQuery, statusQuery } from './setup.api.ts'
import { firstOpenStep } from './setup-steps.ts'
import classes from './status-checks.module.css'
import { AlreadyDone, isSetupDone, useRefusedCode } from './step-frame.tsx'

const NAMES: Record<Check, TranslationKey> = {
  runtime: 'setup.check_runtime',
  database: 'setup.check_database',
  storage: 'setup.check_storage',
  secret: 'setup.check_secret',
  disk: 'setup.check_disk',
  clock: 'setup.check_clock',
  address: 'setup.check_address',
  video: 'setup.check_video',
}

const ICONS = {
  passed: CircleCheck,
  warning: CircleAlert,
  failed: CircleX,
  testing: LoaderCircle,
} as const

interface Row {
  id: string
  name: string
  state: keyof typeof ICONS
  detail: string
  remedy: string | null
}

const remedyKey = (remedy: Remedy): TranslationKey => `setup.remedy_${remedy}`

function useRows(code: string, checks: readonly CheckResult[]): Row[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: isOpen } = useQuery(socketQuery(code))
  const detailOf = ({ check, state, detail }: CheckResult): string => {
    if (check === 'disk') return detail === '' ? '' : format.bytes(Number(detail))
    if (check === 'video' && state !== 'passed') return t('setup.video_missing')
    if (check !== 'clock') return detail
    return state === 'passed'
      ? t('setup.clock_exact')
      : t('setup.clock_differs', { seconds: format.number(Math.abs(Number(detail))) })
  }
  const rows = checks.map(result => ({
    id: result.check,
    name: t(NAMES[result.check]),
    state: result.state,
    detail: detailOf(result),
    remedy: result.remedy && t(remedyKey(result.remedy)),
  }))
  const socket: Row = {
    id: 'websocket',
    name: t('setup.check_websocket'),
    state: isOpen === undefined ? 'testing' : isOpen ? 'passed' : 'warning',
    detail:
      isOpen === undefined ? t('setup.websocket_testing') : isOpen ? t('setup.websocket_open') : '',
    remedy: isOpen === false ? t('setup.remedy_websocket') : null,
  }
  return [...rows.slice(0, -1), socket, ...rows.slice(-1)]
}

/** The results of the status check (SETUP-2), each with what to do about it. */
export function StatusChecks({ code }: { code: string }) {
  const { t } = useTranslation()
  const { data: checks, error, isFetching, refetch } = useQuery(statusQuery(code))
  const { refetch: refetchSocket } = useQuery(socketQuery(code))
  const { data: progress } = useQuery(progressQuery(code))
  const checkAgain = () => {
    void refetch()
    void refetchSocket()
  }
  const isRefused = useRefusedCode(error)
  if (isSetupDone(error)) return <AlreadyDone />
  if (isRefused) return null
  if (error)
    return (
      <>
        <FormFailure>{t('setup.failed_to_load')}</FormFailure>
        <Button className={classes.retry} loading={isFetching} onClick={checkAgain}>
          {t('setup.check_again')}
        </Button>
      </>
    )
  if (!checks) return <ChecksSkeleton />
  const isReady = checks.every(({ passed }) => passed)
  return (
    <>
      <ChecksList code={code} checks={checks} />
      <div className={classes.foot}>
        <Button
          variant="default"
          size="md"
          leftSection={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />}
          loading={isFetching}
          onClick={checkAgain}
        >
          {t('setup.check_again')}
        </Button>
        <Summary checks={checks} />
        {isReady && (
          <Button
            size="md"
            rightSection={<ArrowRight size={16} strokeWidth={1.75} aria-hidden />}
            disabled={!progress}
            renderRoot={props => (
              <Link
                to={`/setup-wizard/${progress ? firstOpenStep(progress) : 'status-check'}`}
                {...props}
              />
            )}
          >
            {t('setup.continue')}
          </Button>
        )}
      </div>
    </>
  )
}

function Summary({ checks }: { checks: readonly CheckResult[] }) {
  const { t } = useTranslation()
  const count = checks.filter(({ state }) => state === 'warning').length
  const isReady = checks.every(({ passed }) => passed)
  return (
    <p role="status" className={classes.summary}>
      {!isReady
        ? t('setup.not_ready')
        : count > 0
          ? t('setup.ready_with_warnings', { count })
          : t('setup.ready')}
    </p>
  )
}

function ChecksList({ code, checks }: { code: string; checks: readonly CheckResult[] }) {
  const { t } = useTranslation()
  const rows = useRows(code, checks)
  const labelOf = (state: Row['state']) =>
    state === 'testing' ? t('setup.websocket_testing') : t(`setup.${state}`)
  return (
    <ul className={classes.checks}>
      {rows.map(({ id, name, state, detail, remedy }) => {
        const Icon = ICONS[state]
        return (
          <li key={id} data-state={state}>
            <Icon size={20} strokeWidth={1.75} aria-label={labelOf(state)} />
            <span className={classes.name}>{name}</span>
            <span className={classes.detail}>{detail}</span>
            {remedy && <p className={classes.remedy}>{remedy}</p>}
          </li>
        )
      })}
    </ul>
  )
}

const ROWS = 9
const ChecksSkeleton = () => (
  <ul className={classes.checks} aria-hidden>
    {Array.from({ length: ROWS }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
      <li key={index} />
    ))}
  </ul>
)
