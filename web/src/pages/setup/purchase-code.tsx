import { useTranslation } from 'react-i18next'
import { PurchaseCodeStep } from '../../features/setup/purchase-code-step.tsx'
import { Step, StepHead } from '../../features/setup/step-frame.tsx'

/** A step of the setup wizard (SETUP-3). */
export function PurchaseCodePage() {
  const { t } = useTranslation()
  return (
    <Step step="purchase-code">
      {progress => (
        <>
          <StepHead
            step="purchase-code"
            title={t('setup.purchase_code_title')}
            text={t('setup.purchase_code_text')}
          />
          <PurchaseCodeStep progress={progress} />
        </>
      )}
    </Step>
  )
}
