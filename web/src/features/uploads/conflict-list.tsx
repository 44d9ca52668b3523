import { OnConflict } from '@coffer/contract/items'
import { useMediaQuery } from '@mantine/hooks'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FileTile } from '../../ui/file-tile.tsx'
import classes from './conflict-list.module.css'
import { type Choices, type Conflict, choicesFor, deletesExisting } from './preflight.ts'
import { VirtualRows } from './virtual-rows.tsx'

const ROW = 68
/** On narrow screens the choice is below the texts. */
const NARROW_ROW = 120

interface ConflictListProps {
  conflicts: readonly Conflict[]
  choices: Choices
  onChoose: (id: string, choice: OnConflict) => void
}

/** Lists the files whose names are taken, each with its choice. */
export function ConflictList({ conflicts, choices, onChoose }: ConflictListProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 599px)', undefined, {
    getInitialValueInEffect: false,
  })
  const idOf = useCallback((index: number) => conflicts[index]?.task.id ?? '', [conflicts])
  const renderRow = (index: number) => {
    const conflict = conflicts[index]
    const id = idOf(index)
    return (
      conflict && (
        <Row
          conflict={conflict}
          choice={choices.get(id) ?? 'rename'}
          onChoose={choice => onChoose(id, choice)}
        />
      )
    )
  }
  return (
    <VirtualRows
      label={t('uploads.preflight_list')}
      count={conflicts.length}
      rowHeight={isNarrow ? NARROW_ROW : ROW}
      keyOf={idOf}
      renderRow={renderRow}
      className={classes.list}
    />
  )
}

interface RowProps {
  conflict: Conflict
  choice: OnConflict
  onChoose: (choice: OnConflict) => void
}

const Row = memo(function Row({ conflict, choice, onChoose }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { task, existing } = conflict
  const modifiedAt = new Date(task.file?.lastModified ?? 0).toISOString()
  const existingText =
    existing.type === 'folder'
      ? t('uploads.preflight_folder')
      : t('uploads.preflight_here', {
          size: format.bytes(existing.size_bytes),
          date: format.dateTime(existing.updated_at),
        })
  const incomingText = t('uploads.preflight_new', {
    size: format.bytes(task.size),
    date: format.dateTime(modifiedAt),
  })
  return (
    <div className={classes.row}>
      <FileTile name={task.name} size={30} />
      <div className={classes.texts}>
        <span className={classes.name} title={shownName(task.path || task.name)}>
          {shownName(task.path || task.name)}
        </span>
        <span className={classes.facts}>{existingText}</span>
        <span className={classes.facts}>{incomingText}</span>
      </div>
      <select
        className={classes.choice}
        value={choice}
        data-danger={deletesExisting(choice) || undefined}
        aria-label={t('uploads.preflight_choice', { name: task.name })}
        onChange={event => onChoose(OnConflict.parse(event.currentTarget.value))}
      >
        {choicesFor(conflict).map(option => (
          <option key={option} value={option}>
            {t(`uploads.preflight_${option}`)}
          </option>
        ))}
      </select>
    </div>
  )
})
