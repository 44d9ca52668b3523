import type { ServerProcess } from '@coffer/contract/server-status'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './server-status.module.css'
import { StatusTable } from './status-table.tsx'

/** The running server processes. */
export function ProcessesCard({ processes }: { processes: readonly ServerProcess[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = t('server_status.processes')
  return (
    <SectionCard title={title} text={t('server_status.processes_text')}>
      {processes.length === 0 ? (
        <p className={classes.note}>{t('server_status.processes_empty')}</p>
      ) : (
        <StatusTable
          label={title}
          rows={processes}
          rowKey={({ id }) => id}
          columns={[
            { label: t('server_status.host'), cell: ({ host, pid }) => `${host} · ${pid}` },
            { label: t('server_status.version'), cell: ({ version }) => version },
            {
              label: t('server_status.started'),
              cell: ({ started_at }) => format.date(started_at),
            },
            {
              label: t('server_status.load'),
              cell: ({ load }) => format.percent(load),
              isNumber: true,
            },
            {
              label: t('server_status.memory'),
              cell: ({ memory_bytes }) => format.bytes(memory_bytes),
              isNumber: true,
            },
            {
              label: t('server_status.open_pages'),
              cell: ({ connections }) => format.number(connections),
              isNumber: true,
            },
            {
              label: t('server_status.retried_transactions'),
              cell: ({ retried_transactions }) => format.number(retried_transactions),
              isNumber: true,
            },
          ]}
        />
      )}
    </SectionCard>
  )
}
