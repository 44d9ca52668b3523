import { JOB_STATES, type Job, type JobState } from '@coffer/contract/jobs'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { jobsQuery, useJobActions } from './server-status.api.ts'
import classes from './server-status.module.css'
import { StatusTable } from './status-table.tsx'

/** Background jobs by state; failed ones can be retried or removed. */
export function JobsCard() {
  const { t } = useTranslation()
  const format = useFormat()
  const [state, setState] = useState<JobState>('failed')
  const [page, setPage] = useState(1)
  const { data, isError, isPlaceholderData, refetch } = useQuery(jobsQuery(state, page))
  const lastPage = isPlaceholderData ? undefined : data?.meta.paginate.lastPage
  const isBeyond = lastPage !== undefined && page > lastPage
  // The jobs of the last page may have been retried or removed.
  useEffect(() => {
    if (isBeyond) setPage(lastPage)
  }, [isBeyond, lastPage])
  const choose = (chosen: JobState) => {
    setState(chosen)
    setPage(1)
  }
  return (
    <SectionCard title={t('server_status.jobs')} text={t('server_status.jobs_text')}>
      <fieldset className={classes.tabs} aria-label={t('server_status.job_state')}>
        {JOB_STATES.map(choice => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === state}
            onClick={() => choose(choice)}
          >
            {t(`server_status.job_${choice}`)}
            {data && <span>{format.number(data.meta.counts[choice])}</span>}
          </button>
        ))}
      </fieldset>
      {isError ? (
        <PartFailure retry={refetch} />
      ) : !data || isBeyond ? (
        <Skeleton height={46} aria-busy />
      ) : data.data.length === 0 ? (
        <p className={classes.note}>{t(`server_status.none_${state}`)}</p>
      ) : (
        <>
          <JobTable jobs={data.data} state={state} />
          <Pages page={page} last={data.meta.paginate.lastPage} onChange={setPage} />
        </>
      )}
    </SectionCard>
  )
}

function JobTable({ jobs, state }: { jobs: readonly Job[]; state: JobState }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <StatusTable
      label={t(`server_status.job_${state}`)}
      rows={jobs}
      rowKey={({ id }) => id}
      columns={[
        {
          label: t('server_status.job'),
          cell: ({ attributes: { name, reason } }) => (
            <span className={classes.texts}>
              <code className={classes.code}>{name}</code>
              {reason && <span className={classes.note}>{reason}</span>}
            </span>
          ),
        },
        {
          label: t('server_status.attempts'),
          cell: ({ attributes }) => format.number(attributes.attempt),
          isNumber: true,
        },
        {
          label: t(state === 'waiting' ? 'server_status.due' : 'server_status.started'),
          cell: ({ attributes }) => format.date(attributes.run_at),
        },
        {
          label: t('server_status.actions'),
          cell: job => <JobActions job={job} state={state} />,
          isNumber: true,
        },
      ]}
    />
  )
}

function JobActions({ job: { id, attributes }, state }: { job: Job; state: JobState }) {
  const { t } = useTranslation()
  const { retry, discard } = useJobActions()
  const { run, busy } = useCall()
  if (state === 'running') return null
  return (
    <span className={classes.actions}>
      {state === 'failed' && (
        <IconButton
          icon={RotateCw}
          label={t('server_status.retry')}
          loading={busy}
          onClick={() => void run(() => retry(id))}
        />
      )}
      <IconButton
        icon={Trash2}
        label={t('server_status.discard')}
        onClick={() => void discard(id, attributes.name)}
      />
    </span>
  )
}

interface PagesProps {
  page: number
  last: number
  onChange: (page: number) => void
}

function Pages({ page, last, onChange }: PagesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (last === 1) return null
  return (
    <div className={classes.pages}>
      <Button variant="default" disabled={page === 1} onClick={() => onChange(page - 1)}>
        {t('server_status.previous')}
      </Button>
      <span>
        {t('server_status.page', { page: format.number(page), last: format.number(last) })}
      </span>
      <Button variant="default" disabled={page >= last} onClick={() => onChange(page + 1)}>
        {t('server_status.next')}
      </Button>
    </div>
  )
}
