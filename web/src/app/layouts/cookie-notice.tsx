import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { localSetting } from '../../lib/local-setting.ts'
import { useStore } from '../../lib/store.ts'
import classes from './cookie-notice.module.css'

/** Below the notice, and above it. */
const GAP = 24

const notice = localSetting('cookie-notice', ['unread', 'read'])

/** Spec §2: shown once, until the locally kept flag says that it was read. */
export function CookieNotice() {
  const { t } = useTranslation()
  const box = useBottomPadding()
  if (useStore(notice) === 'read') return null
  return (
    <section ref={box} className={classes.notice} aria-label={t('cookies.title')}>
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

/** A page can be scrolled until its last controls stand above the notice: its height is room below them. */
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
