import type { Language } from '@coffer/contract/languages'
import { Button } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import classes from './import-dialog.module.css'
import { importFile, useLanguageCalls } from './languages.api.ts'

type Outcome = Awaited<ReturnType<typeof importFile>>

interface ImportDialogProps {
  language: Language
  onClose: () => void
}

/** Chooses a file, shows what it would change or which rows are wrong, and imports it. */
export function ImportDialog({ language, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const { refresh } = useLanguageCalls()
  const [file, setFile] = useState<File | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function send(chosen: File, isDryRun: boolean): Promise<Outcome | null> {
    setBusy(true)
    setFailure(null)
    try {
      return await importFile(language.id, chosen, isDryRun)
    } catch (error) {
      setFailure(failureOf(error) ?? t('popup_error.message'))
      return null
    } finally {
      setBusy(false)
    }
  }
  async function check(chosen: File) {
    setFile(chosen)
    setOutcome(null)
    setOutcome(await send(chosen, true))
  }
  async function apply() {
    const applied = file && (await send(file, false))
    if (!applied) return
    await refresh()
    successToast(t('admin_languages.imported', { count: applied.changed }))
    onClose()
  }
  const canImport = outcome !== null && outcome.error_count === 0 && outcome.changed > 0
  return (
    <DialogBox
      opened
      onClose={onClose}
      dismissable={!busy}
      title={t('admin_languages.import_title')}
      className={frame.dialog}
    >
      <div className={frame.form}>
        <p className={frame.lead}>{t('admin_languages.import_text')}</p>
        <FileChoice file={file} busy={busy} onChoose={chosen => void check(chosen)} />
        {busy && !outcome && <p role="status">{t('admin_languages.import_checking')}</p>}
        {outcome && <Report outcome={outcome} />}
        <FormFailure>{failure}</FormFailure>
        <DialogButtons onCancel={onClose}>
          <Button disabled={!canImport} loading={busy} onClick={() => void apply()}>
            {t('admin_languages.import')}
          </Button>
        </DialogButtons>
      </div>
    </DialogBox>
  )
}

const failureOf = (error: unknown): string | null =>
  error instanceof ApiError ? (error.problem?.message ?? null) : null

interface FileChoiceProps {
  file: File | null
  busy: boolean
  onChoose: (file: File) => void
}

function FileChoice({ file, busy, onChoose }: FileChoiceProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={classes.file}>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.csv,application/json,text/csv"
        aria-label={t('admin_languages.import_choose')}
        onChange={event => {
          const [chosen] = event.currentTarget.files ?? []
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = ''
          if (chosen) onChoose(chosen)
        }}
      />
      <Button
        variant="default"
        disabled={busy}
        data-autofocus
        leftSection={<FileUp size={17} strokeWidth={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t(file ? 'admin_languages.import_other' : 'admin_languages.import_choose')}
      </Button>
      {file && <bdi className={classes.name}>{file.name}</bdi>}
    </div>
  )
}

function Report({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation()
  const { changed, unchanged, errors, error_count } = outcome
  if (error_count === 0)
    return (
      <p role="status">
        {t('admin_languages.import_changes', { count: changed })}{' '}
        {unchanged > 0 && t('admin_languages.import_unchanged', { count: unchanged })}
      </p>
    )
  const hidden = error_count - errors.length
  return (
    <section className={classes.errors} role="alert">
      <h3>{t('admin_languages.import_errors', { count: error_count })}</h3>
      <p>{t('admin_languages.import_errors_text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard. */}
      <ol className={classes.rows} tabIndex={0}>
        {errors.map(({ row, key, message }) => (
          <li key={`${row} ${key}`}>
            <strong>{t('admin_languages.import_row', { row })}</strong> {key && <code>{key}</code>}{' '}
            {message}
          </li>
        ))}
      </ol>
      {hidden > 0 && <p>{t('admin_languages.import_more', { count: hidden })}</p>}
    </section>
  )
}
