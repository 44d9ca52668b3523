import type { DocumentField } from '@coffer/contract/document-types'
import { MAX_VALUE_LENGTH } from '@coffer/contract/documents'
import { TextInput } from '@mantine/core'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectInput } from '../../ui/form/select-input.tsx'

interface ValueInputProps {
  field: DocumentField
  text: string
  /** The error of the field. */
  error: ReactNode
  onChange: (text: string) => void
  /** Called on blur and Enter. `isReadable` is false for an incomplete date. */
  onCommit?: (isReadable: boolean) => void
}

const isReadable = ({ currentTarget }: { currentTarget: HTMLInputElement }): boolean =>
  !currentTarget.validity.badInput

/** The input for a document field, by its type. */
export function ValueInput({ field, text, error, onChange, onCommit }: ValueInputProps) {
  const { t } = useTranslation()
  const inputProps = {
    label: field.name,
    error,
    value: text,
    withAsterisk: field.required,
    'aria-required': field.required,
  }
  if (field.type === 'boolean')
    return (
      <SelectInput
        {...inputProps}
        data={[
          { value: '', label: t('documents.no_answer') },
          { value: 'true', label: t('documents.yes') },
          { value: 'false', label: t('documents.no') },
        ]}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  if (field.type === 'choice')
    return (
      <SelectInput
        {...inputProps}
        data={['', ...(field.options ?? [])].map(option => ({
          value: option,
          label: option || t('documents.no_answer'),
        }))}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...inputProps}
      type={field.type === 'date' ? 'date' : 'text'}
      inputMode={field.type === 'number' ? 'decimal' : 'text'}
      maxLength={MAX_VALUE_LENGTH}
      autoComplete="off"
      onChange={event => onChange(event.currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => onCommit?.(isReadable(event))}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onCommit?.(isReadable(event))
      }}
    />
  )
}
