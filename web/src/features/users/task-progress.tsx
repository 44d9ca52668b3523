import type { TranslationKey } from '@coffer/contract'
import type { UserTask } from '@coffer/contract/admin-user-tasks'
import { Button } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import classes from './task-progress.module.css'
import { isOver, useTask } from './user-task.ts'

interface TaskDialogProps {
  title: string
  task: UserTask
  onClose: () => void
}

/** The progress of a change of several users; it continues when the dialog is closed. */
export function TaskDialog({ title, task, onClose }: TaskDialogProps) {
  const { t } = useTranslation()
  const current = useTask(task)
  return (
    <DialogBox opened onClose={onClose} title={title} className={frame.dialog}>
      <div className={frame.form}>
        <TaskProgress task={current} />
        <DialogButtons>
          <Button variant={isOver(current) ? 'filled' : 'default'} data-autofocus onClick={onClose}>
            {t('popups.close')}
          </Button>
        </DialogButtons>
      </div>
    </DialogBox>
  )
}

/** The progress of a task, and the users it skipped. */
export function TaskProgress({ task }: { task: UserTask }) {
  const { t } = useTranslation()
  const { state, done, total, kind, skipped, skipped_total } = task.attributes
  const over = isOver(task)
  const share = over ? 1 : total > 0 ? done / total : 0
  return (
    <>
      <p className={frame.lead} role="status">
        {state === 'finished'
          ? t(`admin_users.task_${kind}_done`, { count: done })
          : t(`admin_users.task_${kind}_running`, { done, count: total })}
      </p>
      <progress
        className={classes.progress}
        aria-label={t('admin_users.progress')}
        value={share}
        max={1}
      />
      {state === 'failed' && <FormFailure>{t('admin_users.task_failed')}</FormFailure>}
      {skipped_total > 0 && (
        <div>
          <h3 className={classes.heading}>{t('admin_users.skipped', { count: skipped_total })}</h3>
          <ul className={classes.skipped}>
            {skipped.map(({ name, code }) => (
              <li key={`${name} ${code}`}>
                <span>{name}</span>
                <span className={classes.reason}>{reasonOf(code)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** The title of an error code, or the code itself. */
const reasonOf = (code: string): string =>
  i18next.t(`errors.${code}.title` as TranslationKey, { defaultValue: code }) as string
