import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import classes from './link-frame.module.css'
import { OfflineBar } from './offline-bar.tsx'
import { PublicHeader } from './public-header.tsx'

const AdPlace = lazy(async () => ({ default: (await import('../../ui/ad-place.tsx')).AdPlace }))

interface LinkFrameProps {
  children: ReactNode
  /** The advertising slot of the page; users with an account never see it. */
  adSlot?: string | null | undefined
}

/** The frame of guest pages: the content scrolls between header and footer. */
export function LinkFrame({ children, adSlot }: LinkFrameProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PublicHeader />
      <OfflineBar />
      <main className={classes.main} tabIndex={-1}>
        {children}
      </main>
      {adSlot && !config().isAuthenticated && (
        <Suspense>
          <AdPlace key={adSlot} slot={adSlot} />
        </Suspense>
      )}
      <footer className={classes.footer}>
        <a href="/page/cookie-policy">{t('cookies.policy')}</a>
      </footer>
    </div>
  )
}
