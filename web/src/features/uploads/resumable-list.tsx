import { Folder, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FileTile } from '../../ui/file-tile.tsx'
import { groupsOf, type ResumableGroup } from './resumable-groups.ts'
import classes from './resumable-list.module.css'
import type { StoredUpload } from './stored-upload.ts'
import { ROW } from './tray-list.tsx'
import rows from './upload-row.module.css'
import { RowButton } from './upload-row.tsx'
import { VirtualRows } from './virtual-rows.tsx'

interface EarlierListProps {
  earlier: readonly StoredUpload[]
  onGiveUp: (group: ResumableGroup) => void
}

/** More lines than this are shown when somebody asks for them. */
const FEW = 3

/** What is unfinished, file by file and folder by folder. */
export function ResumableList({ earlier, onGiveUp }: EarlierListProps) {
  const { t } = useTranslation()
  const groups = useMemo(() => groupsOf(earlier), [earlier])
  const [isOpen, setOpen] = useState(
    () => groups.length <= FEW && matchMedia('(min-width: 768px)').matches,
  )
  return (
    <details
      className={classes.earlier}
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>{t(isOpen ? 'uploads.collapse' : 'uploads.expand')}</summary>
      {isOpen && (
        <VirtualRows
          label={t('uploads.unfinished')}
          count={groups.length}
          lineHeight={ROW}
          keyOf={index => groups[index]?.ids[0] ?? index}
          line={index => groups[index] && <Row group={groups[index]} onGiveUp={onGiveUp} />}
          className={classes.list}
        />
      )}
    </details>
  )
}

interface RowProps extends Pick<EarlierListProps, 'onGiveUp'> {
  group: ResumableGroup
}

function Row({ group, onGiveUp }: RowProps) {
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
      <div className={rows.words}>
        <span className={rows.name} title={shownName(name)}>
          {shownName(name)}
        </span>
        <span className={rows.status}>
          {[count, format.bytes(bytes)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <RowButton
        icon={X}
        label={t('uploads.give_up_of', { name })}
        onClick={() => onGiveUp(group)}
      />
    </div>
  )
}
