import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './link-frame.module.css'
import { OfflineBar } from './offline-bar.tsx'
import { PublicHeader } from './public-header.tsx'

/** The frame of guest pages: the content scrolls between header and footer. */
export function LinkFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PublicHeader />
      <OfflineBar />
      <main className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={classes.footer}>
        <Link to="/page/$slug" params={{ slug: 'cookie-policy' }}>
          {t('cookies.policy')}
        </Link>
      </footer>
    </div>
  )
}
