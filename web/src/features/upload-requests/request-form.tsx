import type { DocumentType } from '@coffer/contract/document-types'
import type { UploadRequest } from '@coffer/contract/upload-requests'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { useKeepOpen } from '../../ui/dialog-state.ts'
import { emailField } from '../../ui/form/email-field.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import {
  changedTerms,
  documentsOf,
  HOURS,
  type Hours,
  hasLimits,
  serverFieldErrors,
  termsOf,
  type Values,
  validateForm,
  valuesOf,
} from './request-form-values.ts'
import { RequestLimits } from './request-limits.tsx'
import { RequestedDocuments } from './requested-documents.tsx'
import { useRequestCalls } from './requests.api.ts'
import classes from './requests-dialog.module.css'

interface RequestFormProps {
  /** The request to change; null for a new one. */
  request: UploadRequest | null
  /** The parent of the folder that a new request creates. */
  folderId: string | null
  types: readonly DocumentType[]
  /** Values that were typed before. */
  draft?: Values | undefined
  /** Called with what was typed. */
  onType?: (values: Values) => void
  onDone: (request: UploadRequest) => void
  onClose: () => void
}

/** The form of an upload request: documents, expiry and limits. */
export function RequestForm(props: RequestFormProps) {
  const { request, types, onClose } = props
  const { t } = useTranslation()
  const { start, values, errors, isBusy, change, submit } = useRequestForm(props)
  useKeepOpen(isBusy)
  const field = (name: 'name' | 'note' | 'email') => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  })
  return (
    <form className={classes.fields} onSubmit={event => void submit(event)} noValidate>
      {!request && <p className={classes.lead}>{t('upload_requests.lead')}</p>}
      <TextInput
        label={t('upload_requests.name')}
        description={request ? undefined : t('upload_requests.name_hint')}
        maxLength={255}
        data-autofocus
        {...field('name')}
      />
      <Textarea
        label={t('upload_requests.note')}
        autosize
        minRows={2}
        maxRows={6}
        {...field('note')}
      />
      <Expiry request={request} hours={values.hours} onChange={hours => change({ hours })} />
      {types.length + values.documents.length > 0 && (
        <RequestedDocuments
          types={types}
          documents={values.documents}
          onChange={documents => change({ documents })}
        />
      )}
      <RequestLimits
        values={values}
        errors={errors}
        isOpen={request !== null && hasLimits(start)}
        onChange={change}
      />
      {!request && (
        <TextInput
          {...emailField}
          label={t('upload_requests.email')}
          description={t('upload_requests.email_hint')}
          {...field('email')}
        />
      )}
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={isBusy}>
          {t(request ? 'upload_requests.save' : 'upload_requests.create')}
        </Button>
      </DialogButtons>
    </form>
  )
}

function useRequestForm({ request, folderId, draft, onType, onDone }: RequestFormProps) {
  const { locale } = useFormat()
  const { create, update } = useRequestCalls()
  const [start] = useState(() => valuesOf(request, locale))
  const [values, setValues] = useState<Values>(draft ?? start)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const save = () => {
    const documents = values.documents !== start.documents && { documents: documentsOf(values) }
    if (request) return update(request.id, { ...changedTerms(start, values, locale), ...documents })
    const email = values.email.trim() || null
    return create({ ...termsOf(values, locale), ...documents, folder_id: folderId, email })
  }
  return {
    start,
    values,
    errors,
    isBusy,
    change: (part: Partial<Values>) => {
      const next = { ...values, ...part }
      setValues(next)
      onType?.(next)
      setErrors({})
    },
    submit: async (event: FormEvent) => {
      event.preventDefault()
      const formErrors = validateForm(values, locale)
      setErrors(formErrors)
      if (Object.keys(formErrors).length > 0) return
      setBusy(true)
      try {
        onDone(await save())
      } catch (error) {
        setBusy(false)
        const serverErrors = serverFieldErrors(fieldErrorsOf(error))
        setErrors(serverErrors)
        if (Object.keys(serverErrors).length === 0) failurePopup(error)
      }
    },
  }
}

interface ExpiryProps {
  request: UploadRequest | null
  hours: Hours
  onChange: (hours: Hours) => void
}

/** Selects the expiry from now on, or keeps the one of an existing request. */
function Expiry({ request, hours, onChange }: ExpiryProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const ends = request?.attributes.expires_at
  const keptLabel = ends
    ? t('guest_requests.until', { date: format.dateTime(ends) })
    : t('upload_requests.hours_never')
  return (
    <SelectInput
      label={t('upload_requests.expiry')}
      value={hours}
      data={[
        ...(request ? [{ value: 'kept', label: keptLabel }] : []),
        ...HOURS.filter(option => !(request && !ends && option === 'never')).map(option => ({
          value: option,
          label: t(
            request && option !== 'never'
              ? 'upload_requests.from_now'
              : `upload_requests.hours_${option}`,
            {
              time: t(`upload_requests.hours_${option}`),
            },
          ),
        })),
      ]}
      onChange={event => onChange(event.currentTarget.value as Hours)}
    />
  )
}
