import type { DocumentType } from '@coffer/contract/document-types'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './requests-dialog.module.css'

export interface RequestedDocument {
  tipo_id: string
  subcategory_id: string | null
  name: string
}

interface RequestedDocumentsProps {
  types: readonly DocumentType[]
  documents: readonly RequestedDocument[]
  onChange: (documents: RequestedDocument[]) => void
}

const keyOf = ({ tipo_id, subcategory_id }: RequestedDocument): string =>
  `${tipo_id} ${subcategory_id ?? ''}`

/** Lists every type and subcategory that can be requested. */
const choicesOf = (types: readonly DocumentType[]): RequestedDocument[] =>
  types.flatMap(({ id, attributes, relationships }) => [
    { tipo_id: id, subcategory_id: null, name: attributes.name },
    ...relationships.subcategories.data.map(document => ({
      tipo_id: id,
      subcategory_id: document.id,
      name: `${attributes.name} · ${document.attributes.name}`,
    })),
  ])

/** The checklist editor of a request. */
export function RequestedDocuments({ types, documents, onChange }: RequestedDocumentsProps) {
  const { t } = useTranslation()
  const usedKeys = new Set(documents.map(keyOf))
  const choices = choicesOf(types).filter(document => !usedKeys.has(keyOf(document)))
  return (
    <div className={classes.documents}>
      <SelectInput
        label={t('upload_requests.wanted')}
        value=""
        data={[
          { value: '', label: t('upload_requests.add_wanted') },
          ...choices.map(document => ({ value: keyOf(document), label: document.name })),
        ]}
        onChange={event => {
          const chosen = choices.find(document => keyOf(document) === event.currentTarget.value)
          if (chosen) onChange([...documents, chosen])
        }}
      />
      {documents.length > 0 && (
        <ul className={classes.list}>
          {documents.map(document => (
            <li key={keyOf(document)} className={classes.row}>
              <span className={classes.name}>{shownName(document.name)}</span>
              <IconButton
                icon={X}
                size="small"
                label={t('upload_requests.remove_wanted', { name: document.name })}
                onClick={() => onChange(documents.filter(other => other !== document))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
