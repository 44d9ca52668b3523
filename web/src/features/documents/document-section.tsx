import type { FilledField } from '@coffer/contract/documents'
import type { Item } from '@coffer/contract/items'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { InfoCard } from '../../ui/info-card.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { AutoField } from './auto-field.tsx'
import classes from './document-form.module.css'
import { useDocumentTypes } from './document-types.api.ts'
import {
  type Document,
  type DocumentCache,
  documentQuery,
  previousDocument,
  useChangeDocument,
} from './documents.api.ts'
import { type Choice, TypeChoice } from './type-choice.tsx'
import { ValueFacts } from './value-facts.tsx'

interface DocumentSectionProps {
  item: Item
  cache: DocumentCache
}

/** The document type and fields of an item, editable for users with the ability. */
export function DocumentSection({ item, cache }: DocumentSectionProps) {
  const { t } = useTranslation()
  const { data: document, isError, refetch } = useQuery(documentQuery(item))
  return (
    <InfoCard label={t('documents.title')} mark={document && <Status document={document} />}>
      {!document && !isError && <Waiting />}
      {!document && isError && (
        <p className={classes.note} role="alert">
          {t('documents.failed')}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {t('files.retry')}
          </Button>
        </p>
      )}
      {document &&
        (item.meta.can.edit ? (
          <Form key={item.id} item={item} cache={cache} document={document} />
        ) : (
          <ValueFacts document={document} />
        ))}
    </InfoCard>
  )
}

const Waiting = () => (
  <div className={classes.fields} aria-busy>
    <Skeleton height={14} width="40%" radius="sm" />
    <Skeleton height="var(--control)" radius="md" />
  </div>
)

const isMissing = ({ required, value }: FilledField): boolean => required && value === null

function Status({ document: { tipo_id, fields } }: { document: Document }) {
  const { t } = useTranslation()
  const count = fields.filter(isMissing).length
  if (tipo_id === null || fields.length === 0) return null
  return (
    <span className={classes.status} data-missing={count > 0 || undefined} role="status">
      {count > 0 ? t('documents.missing', { count }) : t('documents.entered')}
    </span>
  )
}

function Form({ item, cache, document }: DocumentSectionProps & { document: Document }) {
  const types = useDocumentTypes()
  const change = useChangeDocument(item, cache)
  const choose = async (choice: Choice) => {
    try {
      await change(choice)
      const message = i18next.t('documents.changed_named', { name: item.attributes.name })
      doneToast(message, () => change(previousDocument(document)))
    } catch (error) {
      failurePopup(error)
    }
  }
  return (
    <div className={classes.fields}>
      <TypeChoice types={types} choice={document} onChoose={choice => void choose(choice)} />
      {document.fields.map(field => (
        <AutoField
          key={field.id}
          field={field}
          onSave={value => change({ values: { [field.id]: value } })}
        />
      ))}
    </div>
  )
}
