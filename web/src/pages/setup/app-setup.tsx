import { useTranslation } from 'react-i18next'
import { AppStep } from '../../features/setup/app-step.tsx'
import { Step, StepHead } from '../../features/setup/step-frame.tsx'

/** A step of the setup wizard (SETUP-5). */
export function AppSetupPage() {
  const { t } = useTranslation()
  return (
    <Step step="app-setup">
      {progress => (
        <>
          <StepHead step="app-setup" title={t('setup.app_title')} text={t('setup.app_text')} />
          <AppStep progress={progress} />
        </>
      )}
    </Step>
  )
}
