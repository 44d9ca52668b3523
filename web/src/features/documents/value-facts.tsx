import type { FilledField } from '@coffer/contract/documents'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { noonOf } from '../../lib/clock.ts'
import { useFormat } from '../../lib/use-format.ts'
import classes from './document-form.module.css'
import type { Document } from './documents.api.ts'

/** The document type and field values of an item, read-only. */
export function ValueFacts({ document }: { document: Document }) {
  const { t } = useTranslation()
  const formatValue = useValueFormat()
  const { tipo_nombre, subcategory_nombre, fields } = document
  return (
    <dl className={classes.facts}>
      <Fact label={t('documents.type')}>{tipo_nombre}</Fact>
      {subcategory_nombre && <Fact label={t('documents.subcategory')}>{subcategory_nombre}</Fact>}
      {fields.map(field => (
        <Fact key={field.id} label={field.name}>
          {formatValue(field) ?? <span className={classes.empty}>{t('documents.empty')}</span>}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Formats a value; null when it has none. */
function useValueFormat() {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ type, value }: FilledField): string | null => {
    if (value === null) return null
    if (type === 'number') return format.exactNumber(Number(value))
    if (type === 'date') return format.day(noonOf(String(value)))
    return type === 'boolean' ? t(value ? 'documents.yes' : 'documents.no') : String(value)
  }
}
