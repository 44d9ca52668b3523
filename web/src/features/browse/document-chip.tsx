import type { Item } from '@coffer/contract/items'
import classes from './document-chip.module.css'
import type { ItemTexts } from './item-texts.ts'
import pill from './pill.module.css'

/** "Contract · Lease": what an item is as a document, with a mark where something is still to be filled in. */
export function DocumentChip({ item, words: { t } }: { item: Item; words: ItemTexts }) {
  const words = documentText(item)
  if (!words) return null
  const isMissing = item.attributes.document_status === 'missing'
  const state = isMissing ? ` (${t('documents.incomplete')})` : ''
  return (
    <span className={`${pill.pill} ${classes.chip}`} title={words + state}>
      {isMissing && (
        <span className={classes.dot} role="img" aria-label={t('documents.incomplete')} />
      )}
      <span className={classes.words}>{words}</span>
    </span>
  )
}

/** Empty for what is no document. */
export const documentText = ({ attributes }: Item): string =>
  [attributes.tipo_nombre, attributes.subcategory_nombre].filter(Boolean).join(' · ')
