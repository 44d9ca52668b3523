import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './tree-error.module.css'

/** Spec §8: a folder tree that could not be loaded is told of, and can be asked for again. */
export function TreeError({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.fault}>
      <p role="alert">{t('files.tree_failed')}</p>
      <Button variant="default" size="compact-sm" onClick={onAgain}>
        {t('files.tree_again')}
      </Button>
    </div>
  )
}
