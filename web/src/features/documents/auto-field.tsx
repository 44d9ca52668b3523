import type { DocumentValue, FilledField } from '@coffer/contract/documents'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useStable } from '../../lib/use-stable.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { ValueInput } from './value-input.tsx'
import { toText, toValue } from './value-text.ts'

interface AutoFieldProps {
  field: FilledField
  onSave: (value: DocumentValue) => Promise<unknown>
}

/** A field that saves itself when it is left. What the server refuses stays in it, with the reason. */
export function AutoField({ field, onSave }: AutoFieldProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  /** What was typed and is not saved yet. */
  const [draft, setDraft] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { id, type, value } = field
  const saved = toText(type, value, locale)

  const save = useStable(async (text: string) => {
    if (text === saved) return setDraft(null)
    try {
      await onSave(toValue(type, text))
      setDraft(now => (now === text ? null : now))
    } catch (error) {
      const refused = fieldErrorsOf(error)[`values.${id}`]
      if (refused) setFault(refused)
      else failurePopup(error)
    }
  })
  // The panel may show something else before the field was left.
  const leave = useStable(() => {
    if (draft !== null && fault === null) void save(draft)
  })
  useEffect(() => leave, [leave])

  return (
    <ValueInput
      field={field}
      text={draft ?? saved}
      fault={fault}
      onChange={text => {
        setFault(null)
        setDraft(text)
        // A choice is made at once, a text when it is left.
        if (type === 'boolean') void save(text)
      }}
      onLeave={isReadable => {
        if (!isReadable) setFault(t('validation.date'))
        else leave()
      }}
    />
  )
}
