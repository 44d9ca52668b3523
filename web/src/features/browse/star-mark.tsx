import { Star } from 'lucide-react'
import type { ItemTexts } from './item-texts.ts'
import classes from './star-mark.module.css'

/** Marks a favourite. */
export function StarMark({ texts: { t } }: { texts: ItemTexts }) {
  return <Star size={14} className={classes.star} role="img" aria-label={t('favourites.is_one')} />
}
