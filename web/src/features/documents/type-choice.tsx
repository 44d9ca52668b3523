import type { DocumentType } from '@coffer/contract/document-types'
import { useTranslation } from 'react-i18next'
import { SelectInput } from '../../ui/form/select-input.tsx'
import classes from './document-form.module.css'

export interface Choice {
  tipo_id: string | null
  subcategory_id: string | null
}
export const NO_CHOICE: Choice = { tipo_id: null, subcategory_id: null }

interface TypeChoiceProps {
  types: readonly DocumentType[]
  choice: Choice
  onChoose: (choice: Choice) => void
  /** Whether the field gets the focus when the dialog opens. */
  isFirst?: boolean
}

const toOption = ({ id, attributes }: { id: string; attributes: { name: string } }) => ({
  value: id,
  label: attributes.name,
})

/** Selects a document type, and one of its subcategories if it has any. */
export function TypeChoice({ types, choice, onChoose, isFirst }: TypeChoiceProps) {
  const { t } = useTranslation()
  const type = types.find(({ id }) => id === choice.tipo_id)
  const subcategories = type?.relationships.subcategories.data ?? []
  return (
    <div className={classes.fields}>
      <SelectInput
        label={t('documents.type')}
        value={choice.tipo_id ?? ''}
        data={[{ value: '', label: t('documents.no_type') }, ...types.map(toOption)]}
        data-autofocus={isFirst || undefined}
        onChange={event =>
          onChoose({ tipo_id: event.currentTarget.value || null, subcategory_id: null })
        }
      />
      {subcategories.length > 0 && (
        <SelectInput
          label={t('documents.subcategory')}
          value={choice.subcategory_id ?? ''}
          data={[
            { value: '', label: t('documents.no_subcategory') },
            ...subcategories.map(toOption),
          ]}
          onChange={event =>
            onChoose({ ...choice, subcategory_id: event.currentTarget.value || null })
          }
        />
      )}
    </div>
  )
}

/** Returns the fields of a type, followed by those of the subcategory. */
export function fieldsOf(types: readonly DocumentType[], { tipo_id, subcategory_id }: Choice) {
  const type = types.find(({ id }) => id === tipo_id)
  const subcategory = type?.relationships.subcategories.data.find(({ id }) => id === subcategory_id)
  return [...(type?.attributes.fields ?? []), ...(subcategory?.attributes.fields ?? [])]
}
