import type { Storage } from '@coffer/contract/storage'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { DayChart } from './day-chart.tsx'
import classes from './traffic-chart.module.css'

/** Uploads and downloads per day. */
export function TrafficChart({ traffic }: { traffic: Storage['meta']['traffic'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { chart, upload_bytes, download_bytes } = traffic
  return (
    <SectionCard
      title={t('storage.traffic')}
      text={t('storage.traffic_text', { count: chart.upload.length })}
    >
      <div className={classes.charts}>
        <DayChart
          title={t('storage.uploaded')}
          total={format.bytes(upload_bytes)}
          days={chart.upload}
        />
        <DayChart
          title={t('storage.downloaded')}
          total={format.bytes(download_bytes)}
          days={chart.download}
        />
      </div>
    </SectionCard>
  )
}
