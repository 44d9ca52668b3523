import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StepRail } from '../../features/setup/step-rail.tsx'
import { config } from '../../lib/config.ts'
import { changeLocale } from '../../lib/i18n.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { Logo } from '../../ui/logo.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import classes from './setup-layout.module.css'

/** The setup wizard: its steps beside the current one. */
export function SetupLayout() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <header className={classes.aside}>
        <div className={classes.header}>
          <Logo size={32} />
          <strong>{t('setup.title', { name: config().appName })}</strong>
        </div>
        <StepRail />
        <div className={classes.foot}>
          <WizardLanguage />
          <p>{t('setup.leave')}</p>
        </div>
      </header>
      <main className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

function WizardLanguage() {
  const { t, i18n } = useTranslation()
  return (
    <SelectInput
      className={classes.language}
      aria-label={t('setup.language')}
      value={i18n.language}
      onChange={event => {
        changeLocale(event.currentTarget.value).catch(failurePopup)
      }}
      data={config().languages.map(({ locale, name }) => ({ value: locale, label: name }))}
    />
  )
}
