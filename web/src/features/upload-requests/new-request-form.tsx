import type { DocumentType } from '@coffer/contract/document-types'
import type { UploadRequest } from '@coffer/contract/upload-requests'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '../../lib/form-faults.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { useRequestCalls } from './requests.api.ts'
import classes from './requests-dialog.module.css'
import { type Wanted, WantedDocuments } from './wanted-documents.tsx'

const HOURS = ['24', '72', '168', '720', 'never'] as const
type Hours = (typeof HOURS)[number]

const START = {
  ...{ name: '', note: '', email: '', hours: '72' as Hours, maxFiles: '', types: '' },
  wanted: [] as readonly Wanted[],
}
type Values = typeof START

interface NewRequestFormProps {
  folderId: string | null
  types: readonly DocumentType[]
  onMade: (request: UploadRequest) => void
  onClose: () => void
}

export function NewRequestForm({ folderId, types, onMade, onClose }: NewRequestFormProps) {
  const { t } = useTranslation()
  const { create } = useRequestCalls()
  const [values, setValues] = useState<Values>(START)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<Values>) => {
    setValues(before => ({ ...before, ...part }))
    setFaults({})
  }
  const field = (name: 'name' | 'note' | 'email' | 'maxFiles' | 'types') => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      onMade(await create(bodyOf(values, folderId)))
    } catch (error) {
      setBusy(false)
      const refused = namedFaults(fieldFaults(error))
      setFaults(refused)
      if (Object.keys(refused).length === 0) failurePopup(error)
    }
  }
  return (
    <form className={classes.fields} onSubmit={event => void submit(event)} noValidate>
      <p className={classes.lead}>{t('requests.lead')}</p>
      <TextInput
        label={t('requests.name')}
        description={t('requests.name_hint')}
        maxLength={255}
        data-autofocus
        {...field('name')}
      />
      <Textarea label={t('requests.note')} autosize minRows={2} maxRows={6} {...field('note')} />
      <div className={classes.pair}>
        <SelectInput
          label={t('requests.expiry')}
          value={values.hours}
          data={HOURS.map(hours => ({ value: hours, label: t(`requests.hours_${hours}`) }))}
          onChange={event => change({ hours: event.currentTarget.value as Hours })}
        />
        <TextInput label={t('requests.max_files')} inputMode="numeric" {...field('maxFiles')} />
      </div>
      <TextInput
        label={t('requests.types')}
        description={t('requests.types_hint')}
        {...field('types')}
      />
      {types.length > 0 && (
        <WantedDocuments
          types={types}
          wanted={values.wanted}
          onChange={wanted => change({ wanted })}
        />
      )}
      <TextInput
        type="email"
        label={t('requests.email')}
        description={t('requests.email_hint')}
        {...field('email')}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('popups.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('requests.create')}
        </Button>
      </div>
    </form>
  )
}

const bodyOf = (values: Values, folderId: string | null) => ({
  folder_id: folderId,
  ...(values.name.trim() && { name: values.name.trim() }),
  note: values.note.trim() || null,
  email: values.email.trim() || null,
  expiration: values.hours === 'never' ? null : Number(values.hours),
  max_files: values.maxFiles.trim() === '' ? null : Number(values.maxFiles),
  allowed_types: values.types.split(/[\s,;]+/).filter(Boolean),
  documents: values.wanted.map(({ tipo_id, subcategory_id }) => ({ tipo_id, subcategory_id })),
})

/** What the server names, by the fields that are shown. */
function namedFaults(refused: Record<string, string>): Record<string, string> {
  const { name, note, email, max_files, ...others } = refused
  const types = Object.entries(others).find(([field]) => field.startsWith('allowed_types'))?.[1]
  const named = { name, note, email, maxFiles: max_files, types }
  return Object.fromEntries(
    Object.entries(named).flatMap(([field, words]) => (words ? [[field, words]] : [])),
  )
}
