import type { Item } from '@coffer/contract/items'
import classes from './document-chip.module.css'
import type { ItemTexts } from './item-texts.ts'
import pill from './pill.module.css'

/**
 * Shows the document type and subcategory, for example "Contract · Lease", with a mark when
 * required fields are missing.
 */
export function DocumentChip({ item, texts: { t } }: { item: Item; texts: ItemTexts }) {
  const texts = documentText(item)
  if (!texts) return null
  const isIncomplete = item.attributes.document_status === 'missing'
  const state = isIncomplete ? ` (${t('documents.incomplete')})` : ''
  return (
    <span className={`${pill.pill} ${classes.chip}`} title={texts + state}>
      {isIncomplete && (
        <span className={classes.dot} role="img" aria-label={t('documents.incomplete')} />
      )}
      <span className={classes.texts}>{texts}</span>
    </span>
  )
}

/** Empty for items without a document type. */
export const documentText = ({ attributes }: Item): string =>
  [attributes.tipo_nombre, attributes.subcategory_nombre].filter(Boolean).join(' · ')
