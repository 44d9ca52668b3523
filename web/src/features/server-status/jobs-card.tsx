import { JOB_STATES, type Job, type JobState } from '@coffer/contract/jobs'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, RotateCw, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import type { AdminCard, AdminColumn, TableSelection } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'
import { useCall } from '../../ui/form/use-call.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import { type JobTarget, jobsQuery, useJobActions } from './server-status.api.ts'
import classes from './server-status.module.css'

const FILTERS = { state: JOB_STATES } as const
const ORDER = { sort: 'run_at', direction: 'desc' } as const

/** Background jobs by state; failed and waiting ones can be selected. */
export function JobsCard() {
  const { t } = useTranslation()
  const format = useFormat()
  const table = useTableState(FILTERS, ORDER)
  const state = (table.search.state as JobState | undefined) ?? 'failed'
  const query = useQuery(jobsQuery(state, table.request))
  const actions = useActions(state)
  const meta = query.data?.meta
  return (
    <SectionCard title={t('server_status.jobs')} text={t('server_status.jobs_text')}>
      <fieldset className={classes.tabs} aria-label={t('server_status.job_state')}>
        {JOB_STATES.map(choice => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === state}
            onClick={() => table.change({ state: choice === 'failed' ? undefined : choice })}
          >
            {t(`server_status.job_${choice}`)}
            {meta && <span>{format.number(meta.counts[choice])}</span>}
          </button>
        ))}
      </fieldset>
      <div className={classes.jobs}>
        <AdminTable<Job>
          name="jobs"
          label={t(`server_status.job_${state}`)}
          // A state without jobs is empty: there is no filter to clear.
          state={{ ...table, filterCount: 0 }}
          query={query}
          columns={useColumns(state)}
          rowId={({ id }) => id}
          rowName={({ attributes }) => attributes.name}
          {...actions}
          card={useCard()}
          found={meta && t('server_status.jobs_found', { count: meta.paginate.total })}
          empty={{
            icon: ListChecks,
            title: t(`server_status.none_${state}`),
            text: t('server_status.none_text'),
          }}
        />
      </div>
    </SectionCard>
  )
}

/** The menu of a job and the actions for selected ones; running jobs have none. */
function useActions(state: JobState) {
  const { t } = useTranslation()
  const { retry, discard } = useJobActions()
  const { run, busy } = useCall()
  if (state === 'running') return {}
  const actionsFor = (target: JobTarget, onDone: () => void = () => undefined): MenuAction[] => {
    const retrying: MenuAction = {
      label: t('server_status.retry'),
      button: t('server_status.retry'),
      icon: RotateCw,
      run: () => {
        if (!busy) void run(() => retry(target).then(onDone))
      },
    }
    const discarding: MenuAction = {
      label: t('server_status.discard'),
      button: t('server_status.discard'),
      icon: Trash2,
      danger: true,
      run: () => void discard(target).then(isDone => isDone && onDone()),
    }
    return state === 'failed' ? [retrying, discarding] : [discarding]
  }
  return {
    rowMenu: ({ id, attributes: { name } }: Job) =>
      actionsFor({ selection: { ids: [id] }, count: 1, name }),
    bulkActions: ({ isAll, ids, except, count, clear }: TableSelection) => {
      const selection = isAll ? { state, except: [...except] } : { ids: [...ids] }
      return actionsFor({ selection, count }, clear)
    },
  }
}

const JobReason = ({ job: { attributes } }: { job: Job }) =>
  attributes.reason !== null && <span className={classes.reason}>{attributes.reason}</span>

function useColumns(state: JobState): AdminColumn<Job>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('server_status.job'),
        width: 260,
        grow: 4,
        cell: job => (
          <TwoLineText
            name={<code className={classes.code}>{job.attributes.name}</code>}
            note={<JobReason job={job} />}
          />
        ),
      },
      {
        id: 'attempt',
        label: t('server_status.attempts'),
        width: 90,
        align: 'end',
        cell: ({ attributes }) => format.number(attributes.attempt),
      },
      {
        id: 'run_at',
        label: t(state === 'waiting' ? 'server_status.due' : 'server_status.started'),
        width: 140,
        cell: ({ attributes }) => format.date(attributes.run_at),
      },
    ],
    [t, format, state],
  )
}

function useCard(): (job: Job) => AdminCard {
  const format = useFormat()
  return job => ({
    title: job.attributes.name,
    note: <JobReason job={job} />,
    end: format.date(job.attributes.run_at),
  })
}
