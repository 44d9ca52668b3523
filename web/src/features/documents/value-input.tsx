import type { DocumentField } from '@coffer/contract/document-types'
import { VALUE_MAX } from '@coffer/contract/documents'
import { TextInput } from '@mantine/core'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectInput } from '../../ui/form/select-input.tsx'

interface ValueInputProps {
  field: DocumentField
  text: string
  /** What speaks against it. */
  fault: ReactNode
  onChange: (text: string) => void
  /** It was left, or Enter was pressed in it. `isReadable` is false for half of a day. */
  onLeave?: (isReadable: boolean) => void
}

const isReadable = ({ currentTarget }: { currentTarget: HTMLInputElement }): boolean =>
  !currentTarget.validity.badInput

/** One field of a document, by its kind. */
export function ValueInput({ field, text, fault, onChange, onLeave }: ValueInputProps) {
  const { t } = useTranslation()
  const shared = {
    label: field.name,
    error: fault,
    value: text,
    withAsterisk: field.required,
    'aria-required': field.required,
  }
  if (field.type === 'boolean')
    return (
      <SelectInput
        {...shared}
        data={[
          { value: '', label: t('documents.no_answer') },
          { value: 'true', label: t('documents.yes') },
          { value: 'false', label: t('documents.no') },
        ]}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...shared}
      type={field.type === 'date' ? 'date' : 'text'}
      inputMode={field.type === 'number' ? 'decimal' : 'text'}
      maxLength={VALUE_MAX}
      autoComplete="off"
      onChange={event => onChange(event.currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => onLeave?.(isReadable(event))}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') onLeave?.(isReadable(event))
      }}
    />
  )
}
