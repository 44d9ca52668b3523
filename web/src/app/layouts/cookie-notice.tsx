import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { localSetting } from '../../lib/local-setting.ts'
import { useStore } from '../../lib/store.ts'
import classes from './cookie-notice.module.css'

const notice = localSetting('cookie-notice', ['unread', 'read'])

/** Spec §2: shown once, until the locally kept flag says that it was read. */
export function CookieNotice() {
  const { t } = useTranslation()
  if (useStore(notice) === 'read') return null
  return (
    <section className={classes.notice} aria-label={t('cookies.title')}>
      <p className={classes.words}>
        {t('cookies.text')}{' '}
        <Link to="/page/$slug" params={{ slug: 'cookie-policy' }}>
          {t('cookies.policy')}
        </Link>
      </p>
      <Button variant="default" onClick={() => notice.set('read')}>
        {t('cookies.accept')}
      </Button>
    </section>
  )
}
