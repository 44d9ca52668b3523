import type { TranslationKey } from '@coffer/contract'
import type { SetupStep } from '@coffer/contract/setup'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { Logo } from '../../ui/logo.tsx'
import classes from './setup-layout.module.css'

/**
 * The steps of the wizard that need input. The other steps have a page that says they need none.
 */
const VISIBLE_STEPS = ['status-check', 'admin-setup'] as const satisfies readonly SetupStep[]

const NAMES: Record<(typeof VISIBLE_STEPS)[number], TranslationKey> = {
  'status-check': 'setup.status_check',
  'admin-setup': 'setup.admin_setup',
}

/** The setup wizard: its progress and the current step. */
export function SetupLayout() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const current = VISIBLE_STEPS.findIndex(step => pathname.endsWith(step))
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Logo size={32} />
        <strong>{t('setup.title', { name: config().appName })}</strong>
      </header>
      <nav aria-label={t('setup.steps')}>
        <ol className={classes.steps}>
          {VISIBLE_STEPS.map((step, index) => (
            <li
              key={step}
              data-done={index < current || undefined}
              aria-current={index === current ? 'step' : undefined}
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
