import { createCustomFolder } from '@coffer/contract/custom-folders'
import { Customer } from '@coffer/contract/customers'
import type { Item } from '@coffer/contract/items'
import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { fault } from '../../lib/form-errors.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'

const FIELDS = ['member_number', 'identification', 'first_name', 'last_name'] as const
type Form = Record<(typeof FIELDS)[number], string>
const BLANK: Form = { member_number: '', identification: '', first_name: '', last_name: '' }

const validateForm = (form: Form): Partial<Form> =>
  Object.fromEntries(
    FIELDS.flatMap(field => {
      const wrong = fault(Customer.shape[field], form[field])
      return wrong ? [[field, wrong]] : []
    }),
  )

interface CustomerDialogProps {
  onMade: (folder: Item) => void
  onClose: () => void
  /** What the folder is besides. */
  document: { tipo_id: string | null; subcategory_id: string | null }
  /** Further choices. */
  children?: ReactNode
}

/** A customer's folder: who he is. */
export function CustomerDialog({ onMade, onClose, document, children }: CustomerDialogProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState(BLANK)
  const [faults, setErrors] = useState<Partial<Form>>({})
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = validateForm(form)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    try {
      const { data } = await api(createCustomFolder, { body: { ...form, ...document } })
      onMade(data)
      onClose()
    } catch (error) {
      failurePopup(error)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('customers.new')} size={420}>
      <form onSubmit={event => void submit(event)} noValidate>
        <p>{t('customers.text')}</p>
        {FIELDS.map((field, place) => (
          <TextInput
            key={field}
            mt={12}
            label={t(`customers.${field}`)}
            value={form[field]}
            inputMode={field === 'member_number' ? 'numeric' : 'text'}
            error={faults[field]}
            data-autofocus={place === 0 || undefined}
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
