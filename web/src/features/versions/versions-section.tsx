import type { Item } from '@coffer/contract/items'
import type { Version } from '@coffer/contract/versions'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, Eye, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ItemCache } from '../../lib/item-changes.ts'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { InfoCard } from '../../ui/info-card.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { downloadVersion } from './download-version.ts'
import { useVersionActions, versionsQuery } from './versions.api.ts'
import classes from './versions-section.module.css'

interface VersionsSectionProps {
  item: Item
  me: string
  cache: Pick<ItemCache, 'patch' | 'refresh'>
  /** Previews a version. */
  onLook: (version: Version) => void
}

/** Lists the versions of a file, newest first. */
export function VersionsSection(props: VersionsSectionProps) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(versionsQuery(props.item))
  return (
    <InfoCard
      label={t('versions.title')}
      mark={<span className={classes.count}>{props.item.attributes.versions + 1}</span>}
    >
      {isError && <PartFailure retry={refetch} />}
      {!data && !isError && <Skeleton height={14} width="70%" radius="sm" />}
      {data && (
        <ul className={classes.list}>
          {data.map(version => (
            <VersionRow key={version.id} {...props} version={version} />
          ))}
        </ul>
      )}
    </InfoCard>
  )
}

function VersionRow({
  item,
  version,
  me,
  cache,
  onLook,
}: VersionsSectionProps & { version: Version }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { restore, remove } = useVersionActions(item, cache)
  const { is_current, created_at, size_bytes } = version.attributes
  const person = version.relationships.creator.data
  const creatorName = person?.id === me ? t('files.you') : person?.attributes.name
  const date = format.dateTime(created_at)
  const facts = [creatorName, format.bytes(size_bytes), is_current && t('versions.current')]
  const { can } = item.meta
  return (
    <li className={classes.row} data-current={is_current || undefined}>
      <span className={classes.texts}>
        <time dateTime={created_at} title={format.exactDate(created_at)}>
          {date}
        </time>
        <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {!is_current && (
        <span className={classes.buttons}>
          {can.download && (
            <IconButton
              icon={Eye}
              label={t('versions.look', { date })}
              size="small"
              onClick={() => onLook(version)}
            />
          )}
          {can.download && (
            <IconButton
              icon={Download}
              label={t('versions.download', { date })}
              size="small"
              onClick={() => downloadVersion(version, item.attributes.name)}
            />
          )}
          {can.edit && (
            <IconButton
              icon={RotateCcw}
              label={t('versions.restore', { date })}
              size="small"
              onClick={() => void restore(version, date)}
            />
          )}
          {can.purge && (
            <IconButton
              icon={Trash2}
              label={t('versions.delete', { date })}
              size="small"
              onClick={() => void remove(version, date)}
            />
          )}
        </span>
      )}
    </li>
  )
}
