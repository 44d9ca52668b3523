import { OnConflict } from '@coffer/contract/items'
import { useMediaQuery } from '@mantine/hooks'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FileTile } from '../../ui/file-tile.tsx'
import classes from './conflict-list.module.css'
import { type Choices, type Conflict, choicesFor } from './preflight.ts'
import { VirtualRows } from './virtual-rows.tsx'

const ROW = 68
/** The choice stands below the words. */
const NARROW_ROW = 120

interface ConflictListProps {
  conflicts: readonly Conflict[]
  choices: Choices
  onChoose: (id: string, choice: OnConflict) => void
}

/** Each file whose name is taken. */
export function ConflictList({ conflicts, choices, onChoose }: ConflictListProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 599px)', undefined, {
    getInitialValueInEffect: false,
  })
  const idOf = useCallback((index: number) => conflicts[index]?.task.id ?? '', [conflicts])
  const line = (index: number) => {
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
      lineHeight={isNarrow ? NARROW_ROW : ROW}
      keyOf={idOf}
      line={line}
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
  const changed = new Date(task.file?.lastModified ?? 0).toISOString()
  const here =
    existing.type === 'folder'
      ? t('uploads.preflight_folder')
      : t('uploads.preflight_here', {
          size: format.bytes(existing.size_bytes),
          date: format.dateTime(existing.updated_at),
        })
  const coming = t('uploads.preflight_new', {
    size: format.bytes(task.size),
    date: format.dateTime(changed),
  })
  return (
    <div className={classes.row}>
      <FileTile name={task.name} size={30} />
      <div className={classes.words}>
        <span className={classes.name} title={shownName(task.path || task.name)}>
          {shownName(task.path || task.name)}
        </span>
        <span className={classes.facts}>{here}</span>
        <span className={classes.facts}>{coming}</span>
      </div>
      <select
        className={classes.choice}
        value={choice}
        aria-label={t('uploads.preflight_choice', { name: task.name })}
        onChange={event => onChoose(OnConflict.parse(event.currentTarget.value))}
      >
        {choicesFor(conflict).map(one => (
          <option key={one} value={one}>
            {t(`uploads.preflight_${one}`)}
          </option>
        ))}
      </select>
    </div>
  )
})
