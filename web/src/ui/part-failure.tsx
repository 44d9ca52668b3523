import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './part-failure.module.css'

/** Shown instead of a part of a page that could not be loaded. */
export function PartFailure({ retry }: { retry: () => unknown }) {
  const { t } = useTranslation()
  return (
    <div className={classes.failure} role="alert">
      <p>{t('failure.part')}</p>
      <Button variant="default" onClick={() => void retry()}>
        {t('failure.again')}
      </Button>
    </div>
  )
}
