import type { TranslationKey } from '@coffer/contract'
import { SETUP_STEPS, type SetupStep } from '@coffer/contract/setup'
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import classes from './step.module.css'

const NOTES: Partial<Record<SetupStep, readonly [title: TranslationKey, text: TranslationKey]>> = {
  'purchase-code': ['setup.purchase_code', 'setup.purchase_code_text'],
  database: ['setup.database', 'setup.database_text'],
  environment: ['setup.environment', 'setup.environment_text'],
  'app-setup': ['setup.app_setup', 'setup.app_setup_text'],
}

/** A step with nothing to decide by now: it says how things are and lets one go on. */
export function LaterStepPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const place = SETUP_STEPS.findIndex(step => pathname.endsWith(step))
  const step = SETUP_STEPS[place]
  const note = step && NOTES[step]
  const next = SETUP_STEPS[place + 1] ?? 'admin-setup'
  usePageTitle(note ? t(note[0]) : '')
  return (
    <div className={classes.step}>
      {note && <h1 className={classes.title}>{t(note[0])}</h1>}
      {note && <p>{t(note[1])}</p>}
      <Button size="md" renderRoot={props => <Link to={`/setup-wizard/${next}`} {...props} />}>
        {t('setup.continue')}
      </Button>
    </div>
  )
}
