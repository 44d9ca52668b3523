import type { DocumentType } from '@coffer/contract/document-types'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { isChangedConcurrently, offerNewerVersion } from '../../ui/form/offer-newer-version.ts'
import { withTypedSince } from '../../ui/form/typed-since.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './document-type-form.module.css'
import type { Draft } from './document-types.api.ts'
import {
  draftsOf,
  errorsByKey,
  type FieldDraft,
  fieldsOf,
  inputNames,
  withIds,
} from './field-drafts.ts'
import { FieldList } from './field-list.tsx'

export type SavedType = Pick<DocumentType['attributes'], 'name' | 'fields'> &
  Partial<Pick<DocumentType['attributes'], 'updated_at'>>

interface DocumentTypeFormProps {
  /** Missing for a new type. */
  saved?: SavedType
  fieldsText: string
  /** By which a button outside of the form submits it. */
  id?: string
  /** The button below the form; missing where the header of the page has it. */
  submitLabel?: string
  /** @returns the type as it was saved, unless the form is left */
  onSubmit: (draft: Draft) => Promise<SavedType | undefined>
  /** Loads the current version of a type that exists, after someone else changed it. */
  load?: () => Promise<SavedType>
}

interface Values {
  name: string
  fields: FieldDraft[]
  /** The version that is edited. */
  seen_updated_at: string | undefined
}

const valuesOf = ({ name, fields, updated_at }: SavedType, sent?: Values): Values => ({
  name,
  fields: draftsOf(fields, sent?.fields),
  seen_updated_at: updated_at,
})

const NEW_TYPE: SavedType = { name: '', fields: [] }

/** The values of the form, and what was last saved. */
function useValues(stored: SavedType, busy: boolean) {
  const [saved, setSaved] = useState(() => valuesOf(stored))
  const [values, setValues] = useState(saved)
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved)
  /** @param sent the values that were saved; what was typed since is kept */
  const follow = (current: SavedType, sent?: Values) => {
    const next = valuesOf(current, sent)
    setSaved(next)
    setValues(typed => {
      const merged = sent ? withTypedSince(next, sent, typed) : next
      return { ...merged, fields: withIds(merged.fields, next.fields) }
    })
  }
  // Follows changes of others unless something is being edited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another state of the type.
  useEffect(() => {
    if (!isDirty && !busy) follow(stored)
  }, [stored])
  return { values, setValues, isDirty, follow }
}

/** Name and fields of a document type or a subcategory. */
export function DocumentTypeForm(props: DocumentTypeFormProps) {
  const { fieldsText, id, submitLabel, onSubmit, load } = props
  const { t } = useTranslation()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { values, setValues, isDirty, follow } = useValues(props.saved ?? NEW_TYPE, busy)
  useLeaveWarning(isDirty)

  function change(part: Partial<Values>, edited: readonly string[]) {
    setValues(current => ({ ...current, ...part }))
    setErrors(current =>
      Object.fromEntries(Object.entries(current).filter(([name]) => !edited.includes(name))),
    )
  }
  function report(error: unknown): void {
    const invalid = errorsByKey(fieldErrorsOf(error), values.fields)
    setErrors(invalid)
    if (!inputNames(values.fields).some(name => invalid[name]))
      setFailure(messageOf(error) ?? t('popup_error.message'))
    if (load && isChangedConcurrently(error))
      void offerNewerVersion(error, async () => {
        follow(await load())
        setFailure(null)
      })
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setFailure(null)
    setErrors({})
    try {
      const saved = await onSubmit({ ...values, fields: fieldsOf(values.fields) })
      if (saved) follow(saved, values)
    } catch (error) {
      report(error)
      focusFirstError(form)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form id={id} className={classes.form} onSubmit={event => void submit(event)} noValidate>
      <SectionCard title={t('admin_documents.details')} text={t('admin_documents.details_text')}>
        <TextInput
          label={t('admin_documents.name')}
          value={values.name}
          error={errors.name}
          maxLength={200}
          autoComplete="off"
          autoFocus={props.saved === undefined}
          onChange={event => change({ name: event.currentTarget.value }, ['name'])}
        />
      </SectionCard>
      <SectionCard title={t('admin_documents.fields')} text={fieldsText}>
        <FieldList
          fields={values.fields}
          errors={errors}
          onChange={(fields, edited = []) => change({ fields }, edited)}
        />
      </SectionCard>
      <FormFailure>{failure}</FormFailure>
      {submitLabel !== undefined && (
        <div className={classes.buttons}>
          <Button type="submit" loading={busy}>
            {submitLabel}
          </Button>
        </div>
      )}
    </form>
  )
}

const messageOf = (error: unknown): string | null =>
  error instanceof ApiError ? (error.problem?.message ?? null) : null
