import { useTranslation } from 'react-i18next'
import classes from './spotlight-foot.module.css'

/** Explains the keys; hidden on touch screens. */
export function SpotlightFoot() {
  const { t } = useTranslation()
  return (
    <div className={classes.foot} aria-hidden>
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('search.key_move')}
      </span>
      <span>
        <kbd>↵</kbd> {t('search.key_open')}
      </span>
      <span>
        <kbd>{t('key.control')}</kbd>
        <kbd>↵</kbd> {t('search.key_reveal')}
      </span>
      <span className={classes.tips}>type:pdf · in:… · before:2026-01</span>
    </div>
  )
}
