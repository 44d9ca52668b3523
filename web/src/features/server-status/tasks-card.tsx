import type { ScheduledTask } from '@coffer/contract/server-status'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import classes from './server-status.module.css'
import { StatusTable } from './status-table.tsx'

/** Recurring tasks with their last and next run. */
export function TasksCard({ tasks }: { tasks: readonly ScheduledTask[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = t('server_status.schedule')
  const timeOf = (time: string | null) =>
    time ? format.exactDate(time) : t('server_status.not_yet')
  return (
    <SectionCard title={title} text={t('server_status.schedule_text')}>
      <StatusTable
        label={title}
        rows={tasks}
        rowKey={({ name }) => name}
        columns={[
          {
            label: t('server_status.task'),
            cell: ({ name, last_error }) => (
              <span className={classes.texts}>
                <code className={classes.code}>{name}</code>
                {last_error && (
                  <StatusMark shape="exclamation" tone="danger">
                    {last_error}
                  </StatusMark>
                )}
              </span>
            ),
          },
          {
            label: t('server_status.last_run'),
            cell: ({ last_run_at }) => timeOf(last_run_at),
          },
          {
            label: t('server_status.duration'),
            cell: ({ last_duration_ms }) =>
              last_duration_ms === null ? '–' : `${format.number(last_duration_ms)} ms`,
            isNumber: true,
          },
          { label: t('server_status.next_run'), cell: ({ next_run_at }) => timeOf(next_run_at) },
        ]}
      />
    </SectionCard>
  )
}
