import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './tree-error.module.css'

/** The error state of a folder tree that could not be loaded. */
export function TreeError({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.error}>
      <p role="alert">{t('files.tree_failed')}</p>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('files.tree_again')}
      </Button>
    </div>
  )
}
