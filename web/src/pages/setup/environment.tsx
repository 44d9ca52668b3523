import { useTranslation } from 'react-i18next'
import { EnvironmentStep } from '../../features/setup/environment-step.tsx'
import { Step, StepHead } from '../../features/setup/step-frame.tsx'

/** A step of the setup wizard (SETUP-5). */
export function EnvironmentPage() {
  const { t } = useTranslation()
  return (
    <Step step="environment">
      {progress => (
        <>
          <StepHead
            step="environment"
            title={t('setup.environment_title')}
            text={t('setup.environment_text')}
          />
          <EnvironmentStep progress={progress} />
        </>
      )}
    </Step>
  )
}
