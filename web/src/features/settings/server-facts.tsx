import type { ServerStatus } from '@coffer/contract/server-status'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverStatusQuery } from '../../lib/server-status.ts'
import { useFormat } from '../../lib/use-format.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import classes from './server-facts.module.css'
import { SettingsCard } from './settings-card.tsx'

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export type Fact = readonly [label: string, value: ReactNode]

/** Facts that can only be read here. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {facts.map(([label, value]) => (
      <div key={label} className={classes.fact}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

function StatusFacts({ factsOf }: { factsOf: (status: ServerStatus) => readonly Fact[] }) {
  const { data, isError, refetch } = useQuery(serverStatusQuery)
  if (data) return <Facts facts={factsOf(data)} />
  return isError ? <PartFailure retry={refetch} /> : <Skeleton height={72} />
}

/** The data folder, and how much space is left on its disk. */
export function DiskCard() {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const unknown = t('admin_settings.unknown')
  return (
    <SettingsCard title={t('admin_settings.disk')} text={t('admin_settings.disk_text')}>
      <StatusFacts
        factsOf={({ storage }) => [
          [t('admin_settings.storage_folder'), storage?.folder ?? unknown],
          [
            t('admin_settings.storage_free'),
            storage
              ? t('admin_settings.storage_free_of', {
                  free: bytes(storage.free_bytes),
                  capacity: bytes(storage.capacity_bytes),
                })
              : unknown,
          ],
        ]}
      />
    </SettingsCard>
  )
}

/** The database, which is chosen at the installation. */
export function DatabaseCard() {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const unknown = t('admin_settings.unknown')
  return (
    <SettingsCard title={t('admin_settings.database')} text={t('admin_settings.database_text')}>
      <StatusFacts
        factsOf={({ database }) => [
          [
            t('admin_settings.database_type'),
            database ? `${DATABASES[database.kind]} ${database.version}` : unknown,
          ],
          [t('admin_settings.database_size'), database ? bytes(database.size_bytes) : unknown],
        ]}
      />
    </SettingsCard>
  )
}
