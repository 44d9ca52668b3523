import type { Storage } from '@coffer/contract/storage'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import kinds from '../../ui/storage-kinds.module.css'
import classes from './storage-use.module.css'

const KINDS = ['images', 'videos', 'audios', 'documents', 'others', 'versions'] as const

/** ACC-33: total storage use, and its parts by kind. */
export function StorageUse({ storage: { attributes, meta } }: { storage: Storage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { used_bytes: usedBytes, capacity_bytes: capacity, percentage } = attributes
  const used = format.bytes(usedBytes)
  // Above the capacity, the parts are relative to the used storage.
  const total = Math.max(usedBytes, capacity ?? 0)
  return (
    <SectionCard title={t('storage.use')}>
      <p className={classes.figure}>
        <strong>{used}</strong>{' '}
        {capacity === null
          ? t('storage.unlimited')
          : t('storage.of', {
              capacity: format.bytes(capacity),
              percent: format.percent(percentage / 100),
            })}
      </p>
      {attributes.reserved_bytes > 0 && (
        <p className={classes.reserved}>
          {t('storage.reserved', { size: format.bytes(attributes.reserved_bytes) })}
        </p>
      )}
      <div className={classes.bar} aria-hidden>
        {KINDS.filter(kind => meta[kind].used_bytes > 0).map(kind => (
          <span
            key={kind}
            className={kinds.fill}
            data-kind={kind}
            style={{ width: `${(meta[kind].used_bytes / total) * 100}%` }}
          />
        ))}
      </div>
      <dl className={classes.kinds}>
        {KINDS.map(kind => (
          <div key={kind} className={classes.kind}>
            <dt>
              <span className={`${classes.dot} ${kinds.fill}`} data-kind={kind} aria-hidden />
              {t(`storage.${kind}`)}
            </dt>
            <dd>
              {format.bytes(meta[kind].used_bytes)}
              <span className={classes.share}>{format.percent(meta[kind].percentage / 100)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}
