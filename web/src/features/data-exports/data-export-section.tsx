import type { DataExport } from '@coffer/contract/data-exports'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Archive, Download, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { FactList, FactRow } from '../../ui/fact-list.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './data-export-section.module.css'
import { dataExportQuery, downloadExport, useDataExportCalls } from './data-exports.api.ts'

const CreateExportDialog = lazy(async () => ({
  default: (await import('./create-export-dialog.tsx')).CreateExportDialog,
}))

/** The settings card for exports of the user's data. */
export function DataExportSection() {
  const { t } = useTranslation()
  const { data: dataExport, isError, refetch } = useQuery(dataExportQuery)
  const [isCreating, setCreating] = useState(false)
  const state = dataExport?.attributes.state
  const buttonLabel = state === 'failed' ? t('data_export.again') : t('data_export.make')
  return (
    <SectionCard
      title={t('data_export.title')}
      text={t('data_export.text')}
      action={
        dataExport === null || state === 'failed' ? (
          <Button onClick={() => setCreating(true)}>{buttonLabel}</Button>
        ) : (
          state === 'ready' && (
            <Button
              leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
              onClick={downloadExport}
            >
              {t('data_export.download')}
            </Button>
          )
        )
      }
    >
      {isError ? (
        <PartFailure retry={refetch} />
      ) : dataExport === undefined ? (
        <Skeleton height={40} aria-busy />
      ) : (
        dataExport && <ExportState dataExport={dataExport} />
      )}
      {isCreating && (
        <Suspense>
          <CreateExportDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </SectionCard>
  )
}

function ExportState({ dataExport }: { dataExport: DataExport }) {
  const { t } = useTranslation()
  switch (dataExport.attributes.state) {
    case 'creating':
      return <ExportInProgress {...dataExport.attributes} />
    case 'ready':
      return <ExportReady {...dataExport.attributes} />
    case 'failed':
      return (
        <p className={classes.failed} role="status">
          {t('data_export.failed')}
        </p>
      )
  }
}

type Attributes = DataExport['attributes']

function ExportInProgress({ items_done: done, items_total: total }: Attributes) {
  const { t } = useTranslation()
  const { cancel } = useDataExportCalls()
  return (
    <div className={classes.progress}>
      <div className={classes.text}>
        <span role="status">{t('data_export.making', { done, total })}</span>
        <div
          className={classes.track}
          role="progressbar"
          aria-label={t('data_export.title')}
          aria-valuemin={0}
          aria-valuemax={Math.max(1, total)}
          aria-valuenow={done}
        >
          <div
            className={classes.fill}
            style={{ width: `${(done / Math.max(1, total)) * 100}%` }}
          />
        </div>
        <span className={classes.hint}>{t('data_export.making_text')}</span>
      </div>
      <Button variant="default" onClick={() => void cancel()}>
        {t('data_export.cancel')}
      </Button>
    </div>
  )
}

function ExportReady({ size_bytes, created_at, expires_at }: Attributes) {
  const { t } = useTranslation()
  const format = useFormat()
  const { remove } = useDataExportCalls()
  const facts = [
    format.bytes(size_bytes ?? 0),
    t('data_export.until', { date: format.day(expires_at ?? created_at) }),
  ]
  return (
    <FactList label={t('data_export.title')}>
      <FactRow
        icon={Archive}
        name={t('data_export.of', { date: format.day(created_at) })}
        facts={facts.join(' · ')}
        exact={format.exactDate(expires_at ?? created_at)}
      >
        <IconButton
          icon={Trash2}
          size="small"
          label={t('data_export.remove')}
          onClick={() => void remove()}
        />
      </FactRow>
    </FactList>
  )
}
