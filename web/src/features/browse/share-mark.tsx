import type { OfItem } from './item-texts.ts'
import { linkTexts } from './link-texts.ts'
import pill from './pill.module.css'
import classes from './share-mark.module.css'

/** Shows that an item is shared, until when, and whether the share is still open. */
export function ShareMark({ item, texts }: OfItem) {
  const shared = item.relationships.shared.data
  // Shares of trashed items are inactive.
  if (!shared || item.attributes.deleted_at !== null) return null
  const { state, isProtected, badge, full } = linkTexts(shared, texts)
  return (
    <span
      role="img"
      aria-label={full}
      title={full}
      className={`${pill.pill} ${classes.mark}`}
      data-closed={state !== 'open' || undefined}
    >
      {/* Inline SVG, because an icon component renders five times slower in every row. */}
      <svg viewBox="0 0 24 24" width={12} height={12} aria-hidden>
        <path d={isProtected ? LOCK : CHAIN} />
      </svg>
      {badge}
    </span>
  )
}

const CHAIN =
  'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71'
const LOCK =
  'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM7 11V7a5 5 0 0 1 10 0v4'
