import type { Item, OnConflict } from '@coffer/contract/items'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import type { OpenQuestion } from '../../lib/question-queue.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import classes from './conflict-dialog.module.css'
import { type Choices, type Conflict, canReplace, type Question } from './conflict-questions.ts'

interface ConflictDialogProps extends OpenQuestion<Question, Choices> {
  /** Renders an item's icon. */
  faceOf: (item: Item) => ReactNode
}

const TEXTS = {
  move: 'actions.taken_here',
  copy: 'actions.taken_here',
  restore: 'actions.taken_restore',
  rename: 'actions.taken_here',
} as const
const SIDES = {
  move: 'actions.side_moved',
  copy: 'actions.side_copied',
  restore: 'actions.side_restored',
  rename: 'actions.side_renamed',
} as const

/** Asks how to resolve name conflicts, one by one or for all at once. */
export function ConflictDialog({ question, answer, faceOf }: ConflictDialogProps) {
  const { t } = useTranslation()
  const { conflicts, folder, how, moreCount = 0 } = question
  const [chosen, setChosen] = useState<ReadonlyMap<string, OnConflict>>(new Map())
  const [isForAll, setForAll] = useState(false)
  const conflict = conflicts[chosen.size]
  const remaining = conflicts.length - chosen.size - 1 + moreCount
  if (!conflict) return null

  const choose = (choice: OnConflict) => {
    const resolved = isForAll ? conflicts.slice(chosen.size) : [conflict]
    const next = new Map(chosen)
    for (const current of resolved)
      next.set(current.item.id, choice === 'replace' && !canReplace(current) ? 'rename' : choice)
    if (next.size === conflicts.length) answer(next)
    else setChosen(next)
  }
  const action = conflict.item.type === 'folder' ? 'merge' : 'replace'
  const { keepsVersions } = config()
  return (
    <DialogBox
      opened
      onClose={() => answer(null)}
      title={t('actions.taken_title', { name: conflict.existing.attributes.name })}
      className={classes.dialog}
    >
      <p className={classes.text}>{folder ? t('actions.taken_text', { folder }) : t(TEXTS[how])}</p>
      <Sides conflict={conflict} faceOf={faceOf} how={how} />
      {canReplace(conflict) && (
        <p className={classes.hint}>
          {t(keepsVersions ? `actions.${action}_hint` : `actions.${action}_hint_lost`)}
        </p>
      )}
      {remaining > 0 && (
        <label className={classes.all}>
          <input
            type="checkbox"
            checked={isForAll || moreCount > 0}
            disabled={moreCount > 0}
            onChange={event => setForAll(event.currentTarget.checked)}
          />
          {t('actions.for_all', { count: remaining })}
        </label>
      )}
      <DialogButtons>
        <Button variant="default" onClick={() => choose('skip')}>
          {t(how === 'rename' ? 'actions.other_name' : 'actions.skip')}
        </Button>
        {canReplace(conflict) && (
          <Button
            variant="default"
            {...(!keepsVersions && { color: 'danger' })}
            onClick={() => choose('replace')}
          >
            {t(`actions.${action}`)}
          </Button>
        )}
        <Button data-autofocus onClick={() => choose('rename')}>
          {t('actions.keep_both')}
        </Button>
      </DialogButtons>
    </DialogBox>
  )
}

interface SidesProps extends Pick<ConflictDialogProps, 'faceOf'> {
  conflict: Conflict
  how: Question['how']
}

function Sides({ conflict: { item, existing }, faceOf, how }: SidesProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.sides}>
      <Side title={t('actions.side_there')} item={existing} face={faceOf(existing)} />
      <Side title={t(SIDES[how])} item={item} face={faceOf(item)} />
    </div>
  )
}

function Side({ title, item, face }: { title: string; item: Item; face: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { items, size_bytes, updated_at } = item.attributes
  return (
    <section className={classes.side}>
      <h3>{title}</h3>
      <div className={classes.face}>{face}</div>
      <p>{items === null ? format.bytes(size_bytes) : t('files.items', { count: items })}</p>
      <p className={classes.when}>{format.dateTime(updated_at)}</p>
    </section>
  )
}
