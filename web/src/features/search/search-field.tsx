import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './search-field.module.css'
import { openSpotlight, spotlightKeys } from './spotlight-store.ts'

/** A button that looks like a search field and opens the spotlight. */
export function SearchField({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation()
  if (isNarrow)
    return <IconButton icon={Search} label={t('search.title')} onClick={openSpotlight} />
  return (
    <button type="button" className={classes.field} aria-haspopup="dialog" onClick={openSpotlight}>
      <Search size={18} strokeWidth={1.75} aria-hidden />
      <span className={classes.texts}>{t('search.field')}</span>
      <kbd className={classes.keys}>{spotlightKeys}</kbd>
    </button>
  )
}
