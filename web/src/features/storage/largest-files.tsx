import type { Item } from '@coffer/contract/items'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FolderSearch, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FileTile } from '../../ui/file-tile.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import classes from './largest-files.module.css'
import { largestQuery } from './storage.api.ts'

interface LargestFilesProps {
  onShow: (file: Item) => void
  onRemove: (file: Item) => void
}

/** The largest files of the user, in any folder. */
export function LargestFiles(props: LargestFilesProps) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('storage.largest')}>
      <Rows {...props} />
    </SectionCard>
  )
}

function Rows(props: LargestFilesProps) {
  const { t } = useTranslation()
  const { data: files, isError, refetch } = useQuery(largestQuery)
  if (files?.length === 0) return <p className={classes.empty}>{t('storage.no_files')}</p>
  if (files)
    return (
      <ul className={classes.list}>
        {files.map(file => (
          <Row key={file.id} file={file} {...props} />
        ))}
      </ul>
    )
  if (isError) return <PartFailure retry={refetch} />
  return (
    <div className={classes.list} aria-busy>
      {[0, 1, 2].map(index => (
        <Skeleton key={index} height={30} my={9} radius="md" />
      ))}
    </div>
  )
}

function Row({ file, onShow, onRemove }: LargestFilesProps & { file: Item }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, deleted_at, size_bytes, thumbnail, updated_at } = file.attributes
  const isTrashed = deleted_at !== null
  const size = format.bytes(size_bytes)
  const [location, showLabel] = isTrashed
    ? [t('storage.in_trash'), t('storage.show_in_trash', { name })]
    : [format.day(updated_at), t('storage.show', { name })]
  return (
    <li className={classes.row}>
      <FileTile name={name} picture={thumbnail?.xs ?? null} size={32} />
      <TwoLineText
        name={shownName(name)}
        note={
          <>
            <span className={classes.sizeBelow}>{`${size} · `}</span>
            {location}
          </>
        }
      />
      <span className={classes.size}>{size}</span>
      <IconButton size="small" icon={FolderSearch} label={showLabel} onClick={() => onShow(file)} />
      <IconButton
        size="small"
        icon={Trash2}
        label={t(isTrashed ? 'storage.delete_file' : 'storage.remove_file', { name })}
        onClick={() => onRemove(file)}
      />
    </li>
  )
}
