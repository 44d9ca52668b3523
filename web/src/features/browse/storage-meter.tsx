import type { Storage } from '@coffer/contract/storage'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import kindClasses from '../../ui/storage-kinds.module.css'
import classes from './storage-meter.module.css'

/** Percent from which the meter warns. */
const NEARLY_FULL = 90

interface StorageMeterProps {
  usedBytes: number
  /** Null where there is no limit. */
  capacityBytes: number | null
  /** Usage by kind; undefined while it is calculated. */
  kinds: Storage['meta'] | undefined
}

const KINDS = ['images', 'videos', 'audios', 'documents', 'others', 'versions'] as const
/** The legend shows only the largest kinds. */
const LEGEND_ENTRIES = 3

/** Shows the used storage, and links to the storage settings. */
export function StorageMeter({ usedBytes, capacityBytes, kinds }: StorageMeterProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const used = format.bytes(usedBytes)
  const percent = capacityBytes ? Math.min(100, (usedBytes / capacityBytes) * 100) : 0
  const text =
    capacityBytes === null
      ? t('files.storage_used', { used })
      : t('files.storage_of', { used, capacity: format.bytes(capacityBytes) })
  return (
    <Link to="/user/settings/storage" className={classes.meter}>
      <div className={classes.texts}>
        <strong>{t('files.storage')}</strong>
        <span>{text}</span>
      </div>
      {(capacityBytes !== null || usedBytes > 0) && (
        <div className={classes.bar} data-full={percent >= NEARLY_FULL || undefined} aria-hidden>
          {kinds ? (
            KINDS.filter(kind => kinds[kind].used_bytes > 0).map(kind => (
              <span
                key={kind}
                className={kindClasses.fill}
                data-kind={kind}
                style={{ width: `${kinds[kind].percentage}%` }}
              />
            ))
          ) : (
            <span
              className={kindClasses.fill}
              data-kind="images"
              style={{ width: `${percent}%` }}
            />
          )}
        </div>
      )}
      {kinds && usedBytes > 0 && <Legend kinds={kinds} />}
    </Link>
  )
}

function Legend({ kinds }: { kinds: Storage['meta'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const largest = KINDS.filter(kind => kinds[kind].used_bytes > 0)
    .sort((first, second) => kinds[second].used_bytes - kinds[first].used_bytes)
    .slice(0, LEGEND_ENTRIES)
  return (
    <ul className={classes.legend}>
      {largest.map(kind => (
        <li key={kind}>
          <span className={`${classes.dot} ${kindClasses.fill}`} data-kind={kind} aria-hidden />
          {t(`storage.${kind}`)} {format.bytes(kinds[kind].used_bytes)}
        </li>
      ))}
    </ul>
  )
}
