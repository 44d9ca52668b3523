import { Star } from 'lucide-react'
import type { ItemTexts } from './item-texts.ts'
import classes from './star-mark.module.css'

/** Beside the name of what was marked. */
export function StarMark({ words: { t } }: { words: ItemTexts }) {
  return <Star size={14} className={classes.star} role="img" aria-label={t('favourites.is_one')} />
}
