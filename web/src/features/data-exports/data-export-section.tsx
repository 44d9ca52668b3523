import type { DataExport } from '@coffer/contract/data-exports'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Archive, Download, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { FactLine, FactLines } from '../../ui/fact-lines.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './data-export-section.module.css'
import { dataArchiveQuery, fetchArchive, useArchiveCalls } from './data-exports.api.ts'

const CreateExportDialog = lazy(async () => ({
  default: (await import('./create-export-dialog.tsx')).CreateExportDialog,
}))

/** Everything that is the person's, to take along. */
export function DataExportSection() {
  const { t } = useTranslation()
  const { data: archive, isError, refetch } = useQuery(dataArchiveQuery)
  const [isAsking, setAsking] = useState(false)
  const state = archive?.attributes.state
  const again = state === 'failed' ? t('data_export.again') : t('data_export.make')
  return (
    <SectionCard
      title={t('data_export.title')}
      text={t('data_export.text')}
      action={
        archive === null || state === 'failed' ? (
          <Button onClick={() => setAsking(true)}>{again}</Button>
        ) : (
          state === 'ready' && (
            <Button
              leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
              onClick={fetchArchive}
            >
              {t('data_export.download')}
            </Button>
          )
        )
      }
    >
      {isError ? (
        <PartFailure retry={refetch} />
      ) : archive === undefined ? (
        <Skeleton height={40} aria-busy />
      ) : (
        archive && <State archive={archive} />
      )}
      {isAsking && (
        <Suspense>
          <CreateExportDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </SectionCard>
  )
}

function State({ archive }: { archive: DataExport }) {
  const { t } = useTranslation()
  switch (archive.attributes.state) {
    case 'making':
      return <Making {...archive.attributes} />
    case 'ready':
      return <Ready {...archive.attributes} />
    case 'failed':
      return (
        <p className={classes.failed} role="status">
          {t('data_export.failed')}
        </p>
      )
  }
}

type Attributes = DataExport['attributes']

function Making({ items_done: done, items_total: total }: Attributes) {
  const { t } = useTranslation()
  const { giveUp } = useArchiveCalls()
  return (
    <div className={classes.making}>
      <div className={classes.words}>
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
      <Button variant="default" onClick={() => void giveUp()}>
        {t('data_export.give_up')}
      </Button>
    </div>
  )
}

function Ready({ size_bytes, created_at, expires_at }: Attributes) {
  const { t } = useTranslation()
  const format = useFormat()
  const { remove } = useArchiveCalls()
  const facts = [
    format.bytes(size_bytes ?? 0),
    t('data_export.until', { date: format.day(expires_at ?? created_at) }),
  ]
  return (
    <FactLines label={t('data_export.title')}>
      <FactLine
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
      </FactLine>
    </FactLines>
  )
}
