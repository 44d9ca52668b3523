import { SETUP_STEPS, type SetupProgress, type SetupStep } from '@coffer/contract/setup'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { useStore } from '../../lib/store.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { keepSetupCode, progressQuery, setupCode, storeCode } from './setup.api.ts'
import { isReachable, SHOWN_STEPS, type ShownStep, STEP_NAMES } from './setup-steps.ts'
import classes from './step-frame.module.css'

/** The head of a step. The focus moves to it, so that the step is announced. */
export function StepHead({ step, title, text }: { step: ShownStep; title: string; text?: string }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(t(STEP_NAMES[step]))
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.head}>
      <p className={classes.number}>
        {t('setup.step_of', { step: SHOWN_STEPS.indexOf(step) + 1, count: SHOWN_STEPS.length })}
      </p>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      {text && <p className={classes.text}>{text}</p>}
    </div>
  )
}

/** Whether the server refused the code; such a code is forgotten, so that it is asked for again. */
export function useRefusedCode(error: unknown): boolean {
  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 422)
  useEffect(() => {
    if (isRefused) keepSetupCode('')
  }, [isRefused])
  return isRefused
}

/** Whether another tab or person finished the setup. */
export const isSetupDone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 410

/**
 * A step after the check: leads back to the code without one, and to the first open step when steps
 * before are missing.
 */
export function Step({
  step,
  children,
}: {
  step: SetupStep
  children: (progress: SetupProgress) => ReactNode
}) {
  const { t } = useTranslation()
  const code = useStore(setupCode)
  const { data: progress, error, refetch } = useQuery(progressQuery(code))
  const isRefused = useRefusedCode(error)
  if (isSetupDone(error)) return <AlreadyDone />
  if (code === '' || isRefused) return <Navigate to="/setup-wizard/status-check" replace />
  if (progress)
    return isReachable(step, progress) ? (
      children(progress)
    ) : (
      <Navigate to="/setup-wizard/status-check" replace />
    )
  if (error)
    return (
      <div className={classes.failure}>
        <FormFailure>{t('setup.failed_to_load')}</FormFailure>
        <Button onClick={() => void refetch()}>{t('setup.check_again')}</Button>
      </div>
    )
  return <StepSkeleton />
}

/** Loads the page of the installed server; until then the code of this page stays. */
export function AlreadyDone() {
  const { t } = useTranslation()
  useEffect(() => {
    storeCode('')
    location.assign('/sign-in')
  }, [])
  return <p>{t('setup.already_done')}</p>
}

const StepSkeleton = () => (
  <div className={classes.skeleton} aria-hidden>
    <span />
    <span />
    <span />
    <span />
  </div>
)

/** Back, a note, and the button that continues. */
export function StepFoot({
  step,
  note,
  children,
}: {
  step: SetupStep
  note?: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const previous = SETUP_STEPS[SETUP_STEPS.indexOf(step) - 1]
  return (
    <div className={classes.foot}>
      {previous && (
        <Button
          variant="default"
          size="md"
          leftSection={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}
          renderRoot={props => <Link to={`/setup-wizard/${previous}`} {...props} />}
        >
          {t('setup.back')}
        </Button>
      )}
      <span className={classes.note}>{note}</span>
      {children}
    </div>
  )
}
