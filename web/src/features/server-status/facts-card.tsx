import type { ServerStatus } from '@coffer/contract/server-status'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './server-status.module.css'

/** Sizes and versions of the database, the storage and the runtime. */
export function FactsCard({ status: { database, storage, versions } }: { status: ServerStatus }) {
  const { t } = useTranslation()
  const format = useFormat()
  const unknown = t('server_status.unknown')
  const facts = [
    [
      t('server_status.database'),
      database
        ? `${t(`server_status.kind_${database.kind}`)} ${database.version} · ${format.bytes(database.size_bytes)}`
        : unknown,
    ],
    [t('server_status.used'), storage ? format.bytes(storage.used_bytes) : unknown],
    ...(storage?.bucket ? [[t('server_status.bucket'), storage.bucket] as const] : []),
    [t('server_status.folder'), storage?.folder ?? unknown],
    [
      t('server_status.disk_free'),
      storage
        ? t('server_status.of', {
            part: format.bytes(storage.free_bytes),
            total: format.bytes(storage.capacity_bytes),
          })
        : unknown,
    ],
    ['Coffer', versions.coffer],
    ['Node.js', versions.node],
    [t('server_status.system'), versions.system],
  ] as const
  return (
    <SectionCard title={t('server_status.facts')}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}
