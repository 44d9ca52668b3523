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

interface WantedDocumentsProps {
  types: readonly DocumentType[]
  wanted: readonly RequestedDocument[]
  onChange: (wanted: RequestedDocument[]) => void
}

const keyOf = ({ tipo_id, subcategory_id }: RequestedDocument): string =>
  `${tipo_id} ${subcategory_id ?? ''}`

/** Every type, and every subcategory of it, that can be asked for. */
const choicesOf = (types: readonly DocumentType[]): RequestedDocument[] =>
  types.flatMap(({ id, attributes, relationships }) => [
    { tipo_id: id, subcategory_id: null, name: attributes.name },
    ...relationships.subcategories.data.map(one => ({
      ...{ tipo_id: id, subcategory_id: one.id },
      name: `${attributes.name} · ${one.attributes.name}`,
    })),
  ])

/** The checklist of a request. */
export function WantedDocuments({ types, wanted, onChange }: WantedDocumentsProps) {
  const { t } = useTranslation()
  const taken = new Set(wanted.map(keyOf))
  const choices = choicesOf(types).filter(one => !taken.has(keyOf(one)))
  return (
    <div className={classes.wanted}>
      <SelectInput
        label={t('upload_requests.wanted')}
        value=""
        data={[
          { value: '', label: t('upload_requests.add_wanted') },
          ...choices.map(one => ({ value: keyOf(one), label: one.name })),
        ]}
        onChange={event => {
          const chosen = choices.find(one => keyOf(one) === event.currentTarget.value)
          if (chosen) onChange([...wanted, chosen])
        }}
      />
      {wanted.length > 0 && (
        <ul className={classes.list}>
          {wanted.map(one => (
            <li key={keyOf(one)} className={classes.row}>
              <span className={classes.name}>{shownName(one.name)}</span>
              <IconButton
                icon={X}
                size="small"
                label={t('upload_requests.remove_wanted', { name: one.name })}
                onClick={() => onChange(wanted.filter(other => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
