import type { OnConflict } from '@coffer/contract/items'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import type { OpenQuestion } from '../../lib/question-queue.ts'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { ConflictList } from './conflict-list.tsx'
import {
  type Choices,
  choicesFor,
  chooseForAll,
  deletesExisting,
  type Plan,
  planOf,
  type Question,
} from './preflight.ts'
import classes from './preflight-dialog.module.css'
import type { Rejection } from './rejections.ts'
import { reasonText } from './upload-texts.ts'

const MAX_SHOWN_REJECTIONS = 50

/** Asks about all name conflicts and missing quota of a drop before its first byte is sent. */
export function PreflightDialog({ question, answer }: OpenQuestion<Question, Choices>) {
  const { t } = useTranslation()
  const { conflicts, rejected } = question
  const [choices, setChoices] = useState<Choices>(() => chooseForAll(conflicts, 'rename'))
  const plan = useMemo(() => planOf(question, choices), [question, choices])
  const exceedsQuota = plan.overQuota.length > 0
  const hasConflicts = conflicts.length > 0
  const { keepsVersions } = config()
  const canReplace = conflicts.some(conflict => choicesFor(conflict).includes('replace'))
  const losesFiles = plan.toUpload.some(({ onConflict }) => deletesExisting(onConflict))
  const confirmLabel = exceedsQuota
    ? t('uploads.preflight_fitting')
    : t('uploads.preflight_go', { count: plan.toUpload.length })
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
              options={canReplace ? ALL : WITHOUT_REPLACE}
              onChoose={choice => setChoices(chooseForAll(conflicts, choice))}
            />
            <ConflictList
              conflicts={conflicts}
              choices={choices}
              onChoose={(id, choice) => setChoices(before => new Map(before).set(id, choice))}
            />
            {canReplace && (
              <p className={classes.hint}>
                {t(
                  keepsVersions ? 'uploads.preflight_replaced' : 'uploads.preflight_replaced_lost',
                )}
              </p>
            )}
          </>
        )}
        {exceedsQuota && <QuotaNotice plan={plan} freeBytes={question.freeBytes ?? 0} />}
        {rejected.length > 0 && <RejectedFiles rejected={rejected} />}
      </div>
      <DialogButtons onCancel={() => answer(null)}>
        <Button
          disabled={plan.toUpload.length === 0 && exceedsQuota}
          {...(losesFiles && { color: 'danger' })}
          onClick={() => answer(choices)}
        >
          {plan.toUpload.length === 0 ? t('uploads.preflight_nothing') : confirmLabel}
        </Button>
      </DialogButtons>
    </DialogBox>
  )
}

const ALL: readonly OnConflict[] = ['rename', 'replace', 'skip']
const WITHOUT_REPLACE: readonly OnConflict[] = ['rename', 'skip']

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
          <label key={choice} data-danger={deletesExisting(choice) || undefined}>
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

function QuotaNotice({ plan, freeBytes }: { plan: Plan; freeBytes: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const share = Math.min(100, (freeBytes / plan.neededBytes) * 100)
  return (
    <section className={classes.quota}>
      <p>
        <strong>
          {t('uploads.preflight_needs', {
            needed: format.bytes(plan.neededBytes),
            free: format.bytes(freeBytes),
          })}
        </strong>
      </p>
      <div className={classes.meter} aria-hidden>
        <span className={classes.fill} style={{ width: `${share}%` }} />
      </div>
      <p role="status">
        {t('uploads.preflight_fits', { count: plan.toUpload.length })}{' '}
        {t('uploads.preflight_left', { count: plan.overQuota.length })}
      </p>
    </section>
  )
}

function RejectedFiles({ rejected }: { rejected: readonly Rejection[] }) {
  const { t } = useTranslation()
  const hiddenCount = rejected.length - MAX_SHOWN_REJECTIONS
  return (
    <details className={classes.rejected} open={rejected.length <= 5}>
      <summary>{t('uploads.preflight_refused', { count: rejected.length })}</summary>
      <ul>
        {rejected.slice(0, MAX_SHOWN_REJECTIONS).map((rejection, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes.
          <li key={index}>
            <span className={classes.rejectedName}>{shownName(rejection.name)}</span> –{' '}
            {reasonText(rejection)}
          </li>
        ))}
        {hiddenCount > 0 && <li>{t('uploads.refused_more', { count: hiddenCount })}</li>}
      </ul>
    </details>
  )
}
