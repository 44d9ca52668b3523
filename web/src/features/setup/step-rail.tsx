import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type StepRow, useSetupSteps } from './setup-steps.ts'
import classes from './step-rail.module.css'

/** The steps of the wizard with their results; completed ones can be opened again. */
export function StepRail() {
  const { t } = useTranslation()
  const { rows, current } = useSetupSteps()
  return (
    <nav aria-label={t('setup.steps')} className={classes.rail}>
      <ol>
        {rows.map((row, index) => (
          <li
            key={row.step}
            data-done={row.isDone || undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden>
              {row.isDone && index !== current ? <Check size={16} strokeWidth={2.5} /> : index + 1}
            </span>
            <StepText row={row} isCurrent={index === current} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function StepText({ row, isCurrent }: { row: StepRow; isCurrent: boolean }) {
  const texts = (
    <>
      <span className={classes.name}>{row.name}</span>
      <span className={classes.text}>{row.text}</span>
    </>
  )
  if (!row.isDone || isCurrent || row.step === 'start')
    return <span className={classes.texts}>{texts}</span>
  return (
    <Link to={`/setup-wizard/${row.step}`} className={classes.texts}>
      {texts}
    </Link>
  )
}
