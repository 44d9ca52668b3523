import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { localSetting } from '../../lib/local-setting.ts'
import { useStore } from '../../lib/store.ts'
import classes from './cookie-notice.module.css'

/** Space below and above the notice, in px. */
const GAP = 24

const notice = localSetting('cookie-notice', ['unread', 'read'])

/** APP-17: shown once, until this browser has stored that it was read. */
export function CookieNotice() {
  const { t } = useTranslation()
  const box = useBottomPadding()
  if (useStore(notice) === 'read') return null
  return (
    <section ref={box} className={classes.notice} aria-label={t('cookies.title')}>
      <p className={classes.text}>
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

/** Publishes the height of the notice as a CSS variable, so that pages can add it as padding. */
const useBottomPadding = () =>
  useCallback((box: HTMLElement | null) => {
    const { style } = document.documentElement
    if (!box) return
    const watch = new ResizeObserver(() =>
      style.setProperty('--notice-height', `${box.offsetHeight + GAP}px`),
    )
    watch.observe(box)
    return () => {
      watch.disconnect()
      style.removeProperty('--notice-height')
    }
  }, [])
