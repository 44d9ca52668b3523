import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { Scene } from '../../ui/scene.tsx'
import classes from './home.module.css'

export function HomePage() {
  const { t } = useTranslation()
  const { allowRegistration, appName } = config()
  usePageTitle('')
  return (
    <div className={classes.home}>
      <div>
        <h1 className={classes.title}>{t('home.title')}</h1>
        <p className={classes.lead}>{t('home.lead', { name: appName })}</p>
        <div className={classes.actions}>
          <Button size="md" renderRoot={props => <Link to="/sign-in" search={{}} {...props} />}>
            {t('sign_in.submit')}
          </Button>
          {allowRegistration && (
            <Button
              size="md"
              variant="default"
              renderRoot={props => <Link to="/sign-up" search={{}} {...props} />}
            >
              {t('sign_in.create_account')}
            </Button>
          )}
        </div>
      </div>
      <Scene time="evening" className={classes.scene} />
    </div>
  )
}
