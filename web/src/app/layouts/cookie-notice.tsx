import { allowsThirdParties } from '@coffer/contract/consent'
import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import {
  type Consent,
  loadThirdParties,
  NOTICE_SETTING,
  needsConsent,
  readConsent,
  storeConsent,
} from '../../lib/consent.ts'
import { localSetting } from '../../lib/local-setting.ts'
import { useStore } from '../../lib/store.ts'
import classes from './cookie-notice.module.css'

/** Space below and above the notice, in px. */
const GAP = 24

const notice = localSetting(NOTICE_SETTING, ['unread', 'read'])

function answer(consent: Consent): void {
  storeConsent(consent)
  notice.set('read')
  // The page's policy decides what may load.
  location.reload()
}

interface CookieNoticeProps {
  /** Guests of links only get necessary cookies and find the policy in the footer. */
  isForGuests: boolean
}

/** APP-17: shown once, until this browser has stored the answer. */
export function CookieNotice({ isForGuests }: CookieNoticeProps) {
  const { t } = useTranslation()
  const box = useBottomPadding()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const asks = needsConsent(config()) && allowsThirdParties(path)
  const isRead = useStore(notice) === 'read'
  useEffect(() => {
    if (asks) loadThirdParties(config())
  }, [asks])
  if (asks ? readConsent() !== undefined : isRead || isForGuests) return null
  return (
    <section ref={box} className={classes.notice} aria-label={t('cookies.title')}>
      <p className={classes.text}>
        {t(asks ? 'cookies.consent_text' : 'cookies.text')}{' '}
        <a href="/page/cookie-policy">{t('cookies.policy')}</a>
      </p>
      {asks ? (
        <>
          <Button variant="default" onClick={() => answer('declined')}>
            {t('cookies.decline')}
          </Button>
          <Button onClick={() => answer('accepted')}>{t('cookies.agree')}</Button>
        </>
      ) : (
        <Button variant="default" onClick={() => notice.set('read')}>
          {t('cookies.accept')}
        </Button>
      )}
    </section>
  )
}

/** Publishes the height of the notice as a CSS variable, so that pages can add it as padding. */
const useBottomPadding = () =>
  useCallback((box: HTMLElement | null) => {
    const { style } = document.documentElement
    if (!box) return
    const publish = () => style.setProperty('--notice-height', `${box.offsetHeight + GAP}px`)
    // At once, so that the page is never painted without the padding.
    publish()
    const watch = new ResizeObserver(publish)
    watch.observe(box)
    return () => {
      watch.disconnect()
      style.removeProperty('--notice-height')
    }
  }, [])
