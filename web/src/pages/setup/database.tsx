import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DatabaseStep } from '../../features/setup/database-step.tsx'
import { FixedCard } from '../../features/setup/fixed-card.tsx'
import { Step, StepFoot, StepHead } from '../../features/setup/step-frame.tsx'

/** SETUP-4: where records are stored. */
export function DatabasePage() {
  const { t } = useTranslation()
  return (
    <Step step="database">
      {progress => (
        <>
          <StepHead
            step="database"
            title={t('setup_database.title')}
            text={t('setup_database.text')}
          />
          {progress.database.origin === 'environment' ? (
            <FixedDatabase {...progress.database} />
          ) : (
            <DatabaseStep progress={progress} />
          )}
        </>
      )}
    </Step>
  )
}

function FixedDatabase({ host, name }: { host: string | null; name: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      <FixedCard
        title={`${t('setup_database.postgres')} · ${host ?? ''}/${name ?? ''}`}
        text={t('setup_database.fixed')}
      />
      <StepFoot step="database">
        <Button
          size="md"
          rightSection={<ArrowRight size={16} strokeWidth={1.75} aria-hidden />}
          renderRoot={props => <Link to="/setup-wizard/environment" {...props} />}
        >
          {t('setup.continue')}
        </Button>
      </StepFoot>
    </>
  )
}
