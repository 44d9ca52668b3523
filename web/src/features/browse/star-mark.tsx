import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './star-mark.module.css'

/** Beside the name of what was marked. */
export function StarMark() {
  const { t } = useTranslation()
  return <Star size={14} className={classes.star} role="img" aria-label={t('favourites.is_one')} />
}
