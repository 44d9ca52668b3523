import type { TranslationKey } from '@coffer/contract'
import { SETUP_STEPS, type SetupStep } from '@coffer/contract/setup'
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import classes from './step.module.css'

const STEP_TEXTS: Partial<
  Record<SetupStep, readonly [title: TranslationKey, text: TranslationKey]>
> = {
  'purchase-code': ['setup.purchase_code', 'setup.purchase_code_text'],
  database: ['setup.database', 'setup.database_text'],
  environment: ['setup.environment', 'setup.environment_text'],
  'app-setup': ['setup.app_setup', 'setup.app_setup_text'],
}

/** A setup step without input (SETUP-3 to SETUP-5): explains it and continues. */
export function LaterStepPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const index = SETUP_STEPS.findIndex(step => pathname.endsWith(step))
  const step = SETUP_STEPS[index]
  const texts = step && STEP_TEXTS[step]
  const next = SETUP_STEPS[index + 1] ?? 'admin-setup'
  usePageTitle(texts ? t(texts[0]) : '')
  return (
    <div className={classes.step}>
      {texts && <h1 className={classes.title}>{t(texts[0])}</h1>}
      {texts && <p>{t(texts[1])}</p>}
      <Button size="md" renderRoot={props => <Link to={`/setup-wizard/${next}`} {...props} />}>
        {t('setup.continue')}
      </Button>
    </div>
  )
}
