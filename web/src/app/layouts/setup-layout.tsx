import type { TranslationKey } from '@coffer/contract'
import { SETUP_STEPS, type SetupStep } from '@coffer/contract/setup'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { Logo } from '../../ui/logo.tsx'
import classes from './setup-layout.module.css'

const NAMES: Record<SetupStep, TranslationKey> = {
  'status-check': 'setup.status_check',
  'purchase-code': 'setup.purchase_code',
  database: 'setup.database',
  environment: 'setup.environment',
  'app-setup': 'setup.app_setup',
  'admin-setup': 'setup.admin_setup',
}

/** The wizard: where one is among its steps, and the step itself. */
export function SetupLayout() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const current = SETUP_STEPS.findIndex(step => pathname.endsWith(step))
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Logo size={32} />
        <strong>{t('setup.title', { name: config().appName })}</strong>
      </header>
      <nav aria-label={t('setup.steps')}>
        <ol className={classes.steps}>
          {SETUP_STEPS.map((step, place) => (
            <li
              key={step}
              data-done={place < current || undefined}
              aria-current={place === current ? 'step' : undefined}
            >
              <span>{t(NAMES[step])}</span>
            </li>
          ))}
        </ol>
      </nav>
      <main className={classes.card} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
