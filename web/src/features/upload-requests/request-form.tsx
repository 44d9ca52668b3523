import type { DocumentType } from '@coffer/contract/document-types'
import type { UploadRequest } from '@coffer/contract/upload-requests'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { emailField } from '../../ui/form/email-field.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import {
  HOURS,
  type Hours,
  hasLimits,
  serverFieldErrors,
  termsOf,
  type Values,
  validateForm,
  valuesOf,
  wantedOf,
} from './request-form-values.ts'
import { RequestLimits } from './request-limits.tsx'
import { useRequestCalls } from './requests.api.ts'
import classes from './requests-dialog.module.css'
import { WantedDocuments } from './wanted-documents.tsx'

interface RequestFormProps {
  /** The one that is changed; null for a new one. */
  request: UploadRequest | null
  /** Where the folder of a new one is made. */
  folderId: string | null
  types: readonly DocumentType[]
  onDone: (request: UploadRequest) => void
  onClose: () => void
}

/** What is asked for, until when and within which limits. */
export function RequestForm(props: RequestFormProps) {
  const { request, types, onClose } = props
  const { t } = useTranslation()
  const { start, values, faults, isBusy, change, submit } = useRequestForm(props)
  const field = (name: 'name' | 'note' | 'email') => ({
    value: values[name],
    error: faults[name],
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
      {types.length + values.wanted.length > 0 && (
        <WantedDocuments
          types={types}
          wanted={values.wanted}
          onChange={wanted => change({ wanted })}
        />
      )}
      <RequestLimits
        values={values}
        faults={faults}
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

function useRequestForm({ request, folderId, onDone }: RequestFormProps) {
  const { create, update } = useRequestCalls()
  const [start] = useState(() => valuesOf(request))
  const [values, setValues] = useState<Values>(start)
  const [faults, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const save = () => {
    const terms = {
      ...termsOf(values),
      ...(values.wanted !== start.wanted && { documents: wantedOf(values) }),
    }
    if (request) return update(request.id, terms)
    return create({ ...terms, folder_id: folderId, email: values.email.trim() || null })
  }
  return {
    ...{ start, values, faults, isBusy },
    change: (part: Partial<Values>) => {
      setValues(before => ({ ...before, ...part }))
      setErrors({})
    },
    submit: async (event: FormEvent) => {
      event.preventDefault()
      const wrong = validateForm(values)
      setErrors(wrong)
      if (Object.keys(wrong).length > 0) return
      setBusy(true)
      try {
        onDone(await save())
      } catch (error) {
        setBusy(false)
        const refused = serverFieldErrors(fieldErrorsOf(error))
        setErrors(refused)
        if (Object.keys(refused).length === 0) failurePopup(error)
      }
    },
  }
}

interface ExpiryProps {
  request: UploadRequest | null
  hours: Hours
  onChange: (hours: Hours) => void
}

/** From now on; one that is open may stay as long as it is. */
function Expiry({ request, hours, onChange }: ExpiryProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const ends = request?.attributes.expires_at
  const kept = ends
    ? t('guest_requests.until', { date: format.dateTime(ends) })
    : t('upload_requests.hours_never')
  return (
    <SelectInput
      label={t('upload_requests.expiry')}
      value={hours}
      data={[
        ...(request ? [{ value: 'kept', label: kept }] : []),
        ...HOURS.filter(each => !(request && !ends && each === 'never')).map(each => ({
          value: each,
          label: t(
            request && each !== 'never'
              ? 'upload_requests.from_now'
              : `upload_requests.hours_${each}`,
            {
              time: t(`upload_requests.hours_${each}`),
            },
          ),
        })),
      ]}
      onChange={event => onChange(event.currentTarget.value as Hours)}
    />
  )
}
