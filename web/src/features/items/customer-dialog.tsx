import { createCustomFolder } from '@coffer/contract/custom-folders'
import { Customer } from '@coffer/contract/customers'
import type { Item } from '@coffer/contract/items'
import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { validateField } from '../../lib/form-errors.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'

const FIELDS = ['member_number', 'identification', 'first_name', 'last_name'] as const
type Form = Record<(typeof FIELDS)[number], string>
const EMPTY_FORM: Form = { member_number: '', identification: '', first_name: '', last_name: '' }

const validateForm = (form: Form): Partial<Form> =>
  Object.fromEntries(
    FIELDS.flatMap(field => {
      const fieldErrors = validateField(Customer.shape[field], form[field])
      return fieldErrors ? [[field, fieldErrors]] : []
    }),
  )

interface CustomerDialogProps {
  onCreated: (folder: Item) => void
  onClose: () => void
  /** The document type of the folder. */
  document: { tipo_id: string | null; subcategory_id: string | null }
  /** Further fields. */
  children?: ReactNode
}

/** Creates a customer's folder. */
export function CustomerDialog({ onCreated, onClose, document, children }: CustomerDialogProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState(EMPTY_FORM)
  const [errors, setErrors] = useState<Partial<Form>>({})
  async function submit(event: FormEvent) {
    event.preventDefault()
    const fieldErrors = validateForm(form)
    setErrors(fieldErrors)
    if (Object.keys(fieldErrors).length > 0) return
    try {
      const { data } = await api(createCustomFolder, { body: { ...form, ...document } })
      onCreated(data)
      onClose()
    } catch (error) {
      failurePopup(error)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('customers.new')} size={420}>
      <form onSubmit={event => void submit(event)} noValidate>
        <p>{t('customers.text')}</p>
        {FIELDS.map((field, index) => (
          <TextInput
            key={field}
            mt={12}
            label={t(`customers.${field}`)}
            value={form[field]}
            inputMode={field === 'member_number' ? 'numeric' : 'text'}
            error={errors[field]}
            data-autofocus={index === 0 || undefined}
            onChange={event => {
              const { value } = event.currentTarget
              setForm(before => ({ ...before, [field]: value }))
            }}
          />
        ))}
        {children}
        <DialogButtons onCancel={onClose}>
          <Button type="submit">{t('files.create')}</Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
