import type { DocumentValue, FilledField } from '@coffer/contract/documents'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { useStable } from '../../lib/use-stable.ts'
import { saveFailureToast } from '../../ui/form/save-failure.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { ValueInput } from './value-input.tsx'
import { toText, toValue } from './value-text.ts'

interface AutoFieldProps {
  field: FilledField
  onSave: (value: DocumentValue) => Promise<unknown>
}

/** A field that saves when it loses the focus. A rejected value stays with its error. */
export function AutoField({ field, onSave }: AutoFieldProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  /** The typed value that is not saved yet. */
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { id, name, type, value } = field
  const saved = toText(type, value, locale)
  const inFlight = useRef<string>(undefined)
  const isMounted = useIsMounted()

  const showFailure = (failure: unknown) => {
    const path = `values.${id}`
    const fieldError = fieldErrorsOf(failure)[path]
    if (!isMounted.current) saveFailureToast(failure, path, name)
    else if (fieldError) setError(fieldError)
    else failurePopup(failure)
  }
  const save = useStable(async (text: string) => {
    if (text === inFlight.current) return
    if (text === saved && inFlight.current === undefined) return setDraft(null)
    inFlight.current = text
    try {
      await onSave(toValue(type, text, locale))
      setDraft(now => (now === text ? null : now))
    } catch (error) {
      showFailure(error)
    } finally {
      if (inFlight.current === text) inFlight.current = undefined
    }
  })
  // Saves on unmount too, because the panel may show another item before the field loses the focus.
  const saveDraft = useStable(() => {
    if (draft !== null && error === null) void save(draft)
  })
  useEffect(() => saveDraft, [saveDraft])

  return (
    <ValueInput
      field={field}
      text={draft ?? saved}
      error={error}
      onChange={text => {
        setError(null)
        setDraft(text)
        // A selection is saved at once, text when the field loses the focus.
        if (type === 'boolean' || type === 'choice') void save(text)
      }}
      onCommit={isReadable => {
        if (!isReadable) setError(t('validation.date'))
        else saveDraft()
      }}
    />
  )
}
