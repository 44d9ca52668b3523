import { createCustomFolder } from '@coffer/contract/custom-folders'
import { Customer } from '@coffer/contract/customers'
import type { Item } from '@coffer/contract/items'
import { Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { validateField } from '../../lib/form-errors.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'

const FIELDS = ['member_number', 'identification', 'first_name', 'last_name'] as const
type Form = Record<(typeof FIELDS)[number], string>
const EMPTY_FORM: Form = { member_number: '', identification: '', first_name: '', last_name: '' }

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
  const form = useForm<Form>({
    initialValues: EMPTY_FORM,
    validate: values =>
      Object.fromEntries(
        FIELDS.map(field => [field, validateField(Customer.shape[field], values[field])]),
      ),
  })
  const formCall = useFormCall(form, async values => {
    const { data } = await api(createCustomFolder, { body: { ...values, ...document } })
    onCreated(data)
    onClose()
  })
  return (
    <Modal opened onClose={onClose} title={t('customers.new')} size={420}>
      <DialogForm
        {...formCall}
        text={t('customers.text')}
        confirm={t('files.create')}
        onClose={onClose}
      >
        {FIELDS.map((field, index) => (
          <TextInput
            key={field}
            {...form.getInputProps(field)}
            label={t(`customers.${field}`)}
            inputMode={field === 'member_number' ? 'numeric' : 'text'}
            data-autofocus={index === 0 || undefined}
          />
        ))}
        {children}
      </DialogForm>
    </Modal>
  )
}
