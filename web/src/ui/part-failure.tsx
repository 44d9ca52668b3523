import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './part-failure.module.css'

/** What stands where a part of a page could not be read. */
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
