import type { DocumentField } from '@coffer/contract/document-types'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './document-type-form.module.css'
import type { Draft } from './document-types.api.ts'
import { draftsOf, fieldsOf } from './field-drafts.ts'
import { FieldList } from './field-list.tsx'

interface DocumentTypeFormProps {
  name?: string
  fields?: readonly DocumentField[]
  fieldsText: string
  submitLabel: string
  onSubmit: (draft: Draft) => Promise<unknown>
}

/** Name and fields of a document type or a subcategory. */
export function DocumentTypeForm(props: DocumentTypeFormProps) {
  const { fieldsText, submitLabel, onSubmit } = props
  const { t } = useTranslation()
  const [name, setName] = useState(props.name ?? '')
  const [fields, setFields] = useState(() => draftsOf(props.fields ?? []))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setFailure(null)
    setErrors({})
    try {
      await onSubmit({ name, fields: fieldsOf(fields) })
    } catch (error) {
      const invalid = fieldErrorsOf(error)
      setErrors(invalid)
      if (Object.keys(invalid).length === 0)
        setFailure(messageOf(error) ?? t('popup_error.message'))
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={classes.form} onSubmit={event => void submit(event)} noValidate>
      <SectionCard title={t('admin_documents.details')} text={t('admin_documents.details_text')}>
        <TextInput
          label={t('admin_documents.name')}
          value={name}
          error={errors.name}
          maxLength={200}
          autoComplete="off"
          autoFocus={props.name === undefined}
          onChange={event => setName(event.currentTarget.value)}
        />
      </SectionCard>
      <SectionCard title={t('admin_documents.fields')} text={fieldsText}>
        <FieldList fields={fields} errors={errors} onChange={setFields} />
      </SectionCard>
      <FormFailure>{failure}</FormFailure>
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

const messageOf = (error: unknown): string | null =>
  error instanceof ApiError ? (error.problem?.message ?? null) : null
