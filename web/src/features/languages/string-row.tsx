import type { Language, LanguageString } from '@coffer/contract/languages'
import { findTranslationFault, normalizeTranslation } from '@coffer/contract/translations/rules'
import { Textarea } from '@mantine/core'
import { Check, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useStable } from '../../lib/use-stable.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { useLanguageCalls } from './languages.api.ts'
import classes from './string-row.module.css'
import type { SaveText } from './use-unsaved-texts.ts'

interface StringRowProps {
  language: Language
  string: LanguageString
  /** Receives how the typed text is saved; null if it is, or when the row is removed. */
  onUnsaved: (key: string, save: SaveText | null) => void
}

/** A text with its translation, which is checked while typing and saved when the field is left. */
export function StringRow({ language, string, onUnsaved }: StringRowProps) {
  const { t } = useTranslation()
  const { draft, error, isUnsaved, isSaved, setDraft, save, reset } = useDraft(language.id, string)
  const { key, source, is_changed, previous_source, product_value } = string
  const label = t('admin_languages.translation_of', { text: source })
  useEffect(() => {
    if (!isUnsaved) return
    onUnsaved(key, save)
    return () => onUnsaved(key, null)
  }, [onUnsaved, key, isUnsaved, save])
  return (
    <li className={classes.row}>
      <div className={classes.source}>
        <p lang="en" dir="ltr">
          {source}
        </p>
        <Facts string={string} />
        {previous_source !== null && (
          <p className={classes.outdated}>
            {t('admin_languages.previous_source', { text: previous_source })}
          </p>
        )}
      </div>
      <div>
        <Textarea
          aria-label={label}
          lang={language.attributes.locale}
          dir={language.attributes.direction}
          autosize
          minRows={1}
          maxRows={8}
          value={draft}
          error={error}
          spellCheck
          onChange={event => setDraft(event.currentTarget.value)}
          onBlur={() => void save()}
          onKeyDown={event => onKey(event, save)}
        />
        {is_changed && product_value !== null && product_value !== source && (
          <p className={classes.note}>
            {t('admin_languages.product_value', { text: product_value })}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <span className={classes.saved} role="status">
          {isSaved && t('admin_languages.saved')}
        </span>
        {previous_source !== null && (
          <IconButton
            icon={Check}
            size="small"
            label={t('admin_languages.keep')}
            onClick={() => void save({ isConfirmed: true })}
          />
        )}
        {is_changed && (
          <IconButton
            icon={RotateCcw}
            size="small"
            label={t('admin_languages.reset_named', { text: source })}
            onClick={() => void reset()}
          />
        )}
      </div>
    </li>
  )
}

/** Key of the text, and the numbers of its plural form. */
function Facts({ string: { key, form, examples } }: { string: LanguageString }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const numbers = examples.map(number).join(', ')
  return (
    <p className={classes.facts}>
      <code>{key}</code>
      {form &&
        (form === 'other' || examples.length === 0
          ? t('admin_languages.form_other')
          : t('admin_languages.form', { examples: numbers }))}
    </p>
  )
}

/** Enter saves and goes to the next text; Shift and Enter begin a new line. */
function onKey(event: KeyboardEvent<HTMLTextAreaElement>, save: SaveText): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  const fields = [...document.querySelectorAll<HTMLTextAreaElement>(`.${classes.row} textarea`)]
  const next = fields[fields.indexOf(event.currentTarget) + 1]
  if (next) next.focus()
  else void save()
}

/** The typed text of a translation, its error, and how it is saved. */
function useDraft(languageId: string, string: LanguageString) {
  const { t } = useTranslation()
  const { saveString } = useLanguageCalls()
  const { key, source, value, is_exact_form } = string
  const [draft, setDraft] = useState(value ?? '')
  const [serverError, setServerError] = useState<string | null>(null)
  const [savedText, setSavedText] = useState<string | null>(null)
  const running = useRef<{ value: string | null; result: Promise<boolean> }>(null)
  // An import or a change of others replaces the saved text; text that was typed since is kept.
  const previous = useRef(draft)
  useEffect(() => {
    const replaced = previous.current
    const saved = value ?? ''
    previous.current = saved
    setDraft(current => (current === replaced ? saved : current))
  }, [value])
  const text = normalizeTranslation(draft)
  const isUntouched = text === (value ?? '')
  const problem =
    isUntouched || text === ''
      ? undefined
      : findTranslationFault(source, text, { isExactForm: is_exact_form })
  const error =
    problem && t(`admin_languages.problem_${problem.problem}`, { placeholder: problem.placeholder })

  const send = useStable(async (newValue: string | null): Promise<boolean> => {
    setServerError(null)
    try {
      const changed = await saveString(languageId, key, newValue)
      const saved = changed.value ?? ''
      previous.current = saved
      setDraft(current => (current === draft ? saved : current))
      setSavedText(saved)
      return true
    } catch (failure) {
      const message = fieldErrorsOf(failure)[`strings.${key}`]
      setServerError(message ?? (isUntouched ? null : t('admin_languages.not_saved')))
      if (!message) failurePopup(failure)
      return false
    } finally {
      running.current = null
    }
  })
  /** An empty text is shown in English again. `isConfirmed` saves an unchanged one. */
  const save = useStable(async ({ isConfirmed = false } = {}): Promise<boolean> => {
    if (problem) return false
    if (isUntouched && !isConfirmed) return true
    const newValue = text === '' ? null : text
    if (running.current?.value !== newValue)
      running.current = { value: newValue, result: send(newValue) }
    return running.current.result
  })
  const isSaved = text === savedText
  return {
    draft,
    isUnsaved: !isUntouched && !isSaved,
    error: error ?? serverError,
    isSaved,
    setDraft: (next: string) => {
      setServerError(null)
      setSavedText(null)
      setDraft(next)
    },
    save,
    /** Shows the text of the product again; the toast can undo it. */
    reset: async () => {
      const message = t('admin_languages.reset_done')
      if (await send(null)) doneToast(message, () => saveString(languageId, key, value))
    },
  }
}
