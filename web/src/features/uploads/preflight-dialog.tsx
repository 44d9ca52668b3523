import type { OnConflict } from '@coffer/contract/items'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { ConflictList } from './conflict-list.tsx'
import { type Choices, choicesFor, chooseForAll, type Plan, planOf } from './preflight.ts'
import classes from './preflight-dialog.module.css'
import type { OpenQuestion } from './questions.ts'
import type { Refusal } from './rejections.ts'
import { reasonText } from './upload-texts.ts'

const MOST_REFUSED = 50

/** Everything that is to be decided about a drop, at once and before its first byte. */
export function PreflightDialog({ question, answer }: OpenQuestion) {
  const { t } = useTranslation()
  const { conflicts, refused } = question
  const [choices, setChoices] = useState<Choices>(() => chooseForAll(conflicts, 'rename'))
  const plan = useMemo(() => planOf(question, choices), [question, choices])
  const isShort = plan.left.length > 0
  const hasConflicts = conflicts.length > 0
  const goes = isShort
    ? t('uploads.preflight_fitting')
    : t('uploads.preflight_go', { count: plan.going.length })
  return (
    <DialogBox
      opened
      onClose={() => answer(null)}
      title={
        hasConflicts
          ? t('uploads.preflight_conflicts', { count: conflicts.length })
          : t('uploads.preflight_room')
      }
      className={classes.dialog}
    >
      <div className={classes.body}>
        {hasConflicts && (
          <>
            <ForAll
              choices={choices}
              options={conflicts.some(one => choicesFor(one).includes('replace')) ? ALL : WITHOUT}
              onChoose={choice => setChoices(chooseForAll(conflicts, choice))}
            />
            <ConflictList
              conflicts={conflicts}
              choices={choices}
              onChoose={(id, choice) => setChoices(before => new Map(before).set(id, choice))}
            />
            <p className={classes.hint}>{t('uploads.preflight_replaced')}</p>
          </>
        )}
        {isShort && <Room plan={plan} roomBytes={question.roomBytes ?? 0} />}
        {refused.length > 0 && <Refused refused={refused} />}
      </div>
      <DialogButtons onCancel={() => answer(null)}>
        <Button disabled={plan.going.length === 0 && isShort} onClick={() => answer(choices)}>
          {plan.going.length === 0 ? t('uploads.preflight_nothing') : goes}
        </Button>
      </DialogButtons>
    </DialogBox>
  )
}

const ALL: readonly OnConflict[] = ['rename', 'replace', 'skip']
const WITHOUT: readonly OnConflict[] = ['rename', 'skip']

interface ForAllProps {
  choices: Choices
  options: readonly OnConflict[]
  onChoose: (choice: OnConflict) => void
}

function ForAll({ choices, options, onChoose }: ForAllProps) {
  const { t } = useTranslation()
  const [first, ...others] = new Set(choices.values())
  const common = others.length === 0 ? first : undefined
  return (
    <fieldset className={classes.all}>
      <legend>{t('uploads.preflight_all')}</legend>
      <div className={classes.segments}>
        {options.map(choice => (
          <label key={choice}>
            <input
              type="radio"
              name="for-all"
              checked={common === choice}
              onChange={() => onChoose(choice)}
            />
            <span>{t(`uploads.preflight_${choice}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Room({ plan, roomBytes }: { plan: Plan; roomBytes: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const share = Math.min(100, (roomBytes / plan.neededBytes) * 100)
  return (
    <section className={classes.room}>
      <p>
        <strong>
          {t('uploads.preflight_needs', {
            needed: format.bytes(plan.neededBytes),
            free: format.bytes(roomBytes),
          })}
        </strong>
      </p>
      <div className={classes.meter} aria-hidden>
        <span className={classes.fill} style={{ width: `${share}%` }} />
      </div>
      <p role="status">
        {t('uploads.preflight_fits', { count: plan.going.length })}{' '}
        {t('uploads.preflight_left', { count: plan.left.length })}
      </p>
    </section>
  )
}

function Refused({ refused }: { refused: readonly Refusal[] }) {
  const { t } = useTranslation()
  const more = refused.length - MOST_REFUSED
  return (
    <details className={classes.refused} open={refused.length <= 5}>
      <summary>{t('uploads.preflight_refused', { count: refused.length })}</summary>
      <ul>
        {refused.slice(0, MOST_REFUSED).map((refusal, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes.
          <li key={index}>
            <span className={classes.refusedName}>{shownName(refusal.name)}</span> –{' '}
            {reasonText(refusal)}
          </li>
        ))}
        {more > 0 && <li>{t('uploads.refused_more', { count: more })}</li>}
      </ul>
    </details>
  )
}
