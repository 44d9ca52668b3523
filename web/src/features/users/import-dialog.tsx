import { type ImportReport, importUsers, type UserTask } from '@coffer/contract/admin-user-tasks'
import { Button } from '@mantine/core'
import { FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SwitchRow } from '../../ui/form/switch-row.tsx'
import { useCall } from '../../ui/form/use-call.ts'
import classes from './task-progress.module.css'
import { TaskProgress } from './task-progress.tsx'
import { useTask } from './user-task.ts'

interface Checked {
  file: File
  report: ImportReport
}

/** Imports users from a CSV file: checks it first and names each bad row. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [sendsEmail, setSendsEmail] = useState(true)
  const [task, setTask] = useState<UserTask | null>(null)
  const { run, busy, failure } = useCall()
  const check = (file: File) =>
    run(async () => setChecked({ file, report: (await callImport(file, true, true)).data }))
  const start = ({ file }: Checked) =>
    run(async () => {
      const { data, task: started } = await callImport(file, false, sendsEmail)
      // The file or the users may have changed since the check.
      if (started) setTask(started)
      else setChecked({ file, report: data })
    })
  const canImport = checked !== null && checked.report.problems_total === 0
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t('admin_users.import_title')}
      dismissable={!busy}
      className={frame.dialog}
    >
      {task ? (
        <Importing task={task} onClose={onClose} />
      ) : (
        <div className={frame.form}>
          <p className={frame.lead}>{t('admin_users.import_text')}</p>
          <FileButton name={checked?.file.name} isBusy={busy} onChoose={check} />
          {checked && <Report report={checked.report} />}
          {canImport && (
            <SwitchRow
              label={t('admin_users.import_send')}
              text={t('admin_users.import_send_text')}
              isOn={sendsEmail}
              onChange={setSendsEmail}
            />
          )}
          <FormFailure>{failure}</FormFailure>
          <DialogButtons onCancel={onClose}>
            <Button
              disabled={!canImport || checked.report.valid === 0}
              loading={busy}
              onClick={() => checked && void start(checked)}
            >
              {t('admin_users.import_confirm', { count: checked?.report.valid ?? 0 })}
            </Button>
          </DialogButtons>
        </div>
      )}
    </DialogBox>
  )
}

const callImport = (file: File, isDryRun: boolean, sendsEmail: boolean) =>
  api(importUsers, {
    query: { dry_run: String(isDryRun), send_invitations: String(sendsEmail) },
    body: { file },
  })

interface FileButtonProps {
  name: string | undefined
  isBusy: boolean
  onChoose: (file: File) => void
}

function FileButton({ name, isBusy, onChoose }: FileButtonProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<FileSpreadsheet size={17} strokeWidth={1.75} aria-hidden />}
        data-autofocus
        onClick={() => input.current?.click()}
      >
        {name ?? t('admin_users.import_choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={t('admin_users.import_choose')}
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          if (file) onChoose(file)
          // Allows selecting the same file again after it was corrected.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

function Report({ report: { rows, valid, problems, problems_total } }: { report: ImportReport }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <div role="status">
      <p>
        {problems_total === 0
          ? t('admin_users.import_ready', { count: valid })
          : t('admin_users.import_problems', { count: problems_total, rows: number(rows) })}
      </p>
      {problems.length > 0 && (
        <ul className={classes.skipped}>
          {problems.map(({ line, problem, value }) => (
            <li key={`${line} ${problem} ${value}`}>
              <span>
                {t('admin_users.import_line', { line: number(line) })}
                {value && ` · ${value}`}
              </span>
              <span className={classes.reason}>{t(`admin_users.problem_${problem}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Importing({ task, onClose }: { task: UserTask; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={frame.form}>
      <TaskProgress task={useTask(task)} />
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          {t('popups.close')}
        </Button>
      </DialogButtons>
    </div>
  )
}
