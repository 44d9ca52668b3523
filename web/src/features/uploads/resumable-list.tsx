import { Folder, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FileTile } from '../../ui/file-tile.tsx'
import { groupUploads, type ResumableGroup } from './resumable-groups.ts'
import classes from './resumable-list.module.css'
import type { StoredUpload } from './stored-upload.ts'
import { ROW } from './tray-list.tsx'
import rows from './upload-row.module.css'
import { RowButton } from './upload-row.tsx'
import { VirtualRows } from './virtual-rows.tsx'

interface ResumableListProps {
  resumable: readonly StoredUpload[]
  onDiscard: (group: ResumableGroup) => void
}

/** A longer list is collapsed at first. */
const MAX_INITIALLY_OPEN = 3

/** Lists resumable uploads by file and by folder. */
export function ResumableList({ resumable, onDiscard }: ResumableListProps) {
  const { t } = useTranslation()
  const groups = useMemo(() => groupUploads(resumable), [resumable])
  const [isOpen, setOpen] = useState(
    () => groups.length <= MAX_INITIALLY_OPEN && matchMedia('(min-width: 768px)').matches,
  )
  return (
    <details
      className={classes.resumable}
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>{t(isOpen ? 'uploads.collapse' : 'uploads.expand')}</summary>
      {isOpen && (
        <VirtualRows
          label={t('uploads.unfinished')}
          count={groups.length}
          rowHeight={ROW}
          keyOf={index => groups[index]?.ids[0] ?? index}
          renderRow={index => groups[index] && <Row group={groups[index]} onDiscard={onDiscard} />}
          className={classes.list}
        />
      )}
    </details>
  )
}

interface RowProps extends Pick<ResumableListProps, 'onDiscard'> {
  group: ResumableGroup
}

function Row({ group, onDiscard }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, isFolder, ids, bytes } = group
  const count = isFolder && t('files.items', { count: ids.length })
  return (
    <div className={rows.row}>
      <span className={rows.face}>
        {isFolder ? (
          <Folder size={20} strokeWidth={1.75} aria-hidden />
        ) : (
          <FileTile name={name} size={30} />
        )}
      </span>
      <div className={rows.texts}>
        <span className={rows.name} title={shownName(name)}>
          {shownName(name)}
        </span>
        <span className={rows.status}>
          {[count, format.bytes(bytes)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <RowButton
        icon={X}
        label={t('uploads.discard_of', { name })}
        onClick={() => onDiscard(group)}
      />
    </div>
  )
}
