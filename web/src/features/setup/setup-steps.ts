import type { TranslationKey } from '@coffer/contract'
import { SETUP_STEPS, type SetupProgress, type SetupStep } from '@coffer/contract/setup'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import { progressQuery, setupCode } from './setup.api.ts'

/** The steps as shown: entering the code counts as the first. */
export const SHOWN_STEPS = ['start', ...SETUP_STEPS] as const
export type ShownStep = (typeof SHOWN_STEPS)[number]

export const STEP_NAMES: Record<ShownStep, TranslationKey> = {
  start: 'setup.start',
  'status-check': 'setup.status_check',
  'purchase-code': 'setup.purchase_code',
  database: 'setup.database',
  environment: 'setup.environment',
  'app-setup': 'setup.app_setup',
  'admin-setup': 'setup.admin_setup',
}

const HINTS: Record<ShownStep, TranslationKey> = {
  start: 'setup.start_text',
  'status-check': 'setup.status_check_text',
  'purchase-code': 'setup.purchase_code_hint',
  database: 'setup.database_hint',
  environment: 'setup.environment_hint',
  'app-setup': 'setup.app_setup_hint',
  'admin-setup': 'setup.admin_setup_text',
}

export interface StepRow {
  step: ShownStep
  name: string
  /** The result of a completed step, otherwise what it is about. */
  text: string
  isDone: boolean
}

/** The first step that still needs an answer. */
export function firstOpenStep(progress: SetupProgress): SetupStep {
  return progress.steps.find(({ state }) => state === 'open')?.step ?? 'admin-setup'
}

/** Whether every step before has its result. */
export function isReachable(step: SetupStep, progress: SetupProgress): boolean {
  return SETUP_STEPS.indexOf(step) <= SETUP_STEPS.indexOf(firstOpenStep(progress))
}

const RESULTS: Partial<
  Record<ShownStep, readonly [done: TranslationKey, skipped?: TranslationKey]>
> = {
  start: ['setup.start_done'],
  'status-check': ['setup.status_check_done'],
  'purchase-code': ['setup.purchase_code_done', 'setup.purchase_code_skipped'],
  environment: ['setup.environment_done', 'setup.environment_skipped'],
  'app-setup': ['setup.app_setup_done', 'setup.app_setup_skipped'],
}

function useResultText() {
  const { t } = useTranslation()
  return (step: ShownStep, { steps, database }: SetupProgress): string => {
    if (step === 'database')
      return database.kind === 'sqlite'
        ? t('setup.database_sqlite_done')
        : t('setup.database_postgres_done', { host: database.host ?? '' })
    const [done, skipped = done] = RESULTS[step] ?? []
    const isSkipped = steps.some(row => row.step === step && row.state === 'skipped')
    const key = isSkipped ? skipped : done
    return key ? t(key) : ''
  }
}

/** The steps with their results, and the current one. */
export function useSetupSteps(): { rows: StepRow[]; current: number } {
  const { t } = useTranslation()
  const code = useStore(setupCode)
  const { pathname } = useLocation()
  const { data: progress } = useQuery(progressQuery(code))
  const resultOf = useResultText()
  const path = SHOWN_STEPS.findIndex(step => pathname.endsWith(`/${step}`))
  const current = progress ? Math.max(path, 1) : 0
  const isDone = (step: ShownStep, index: number): boolean => {
    if (!progress) return false
    if (step === 'start') return true
    if (step === 'status-check') return index < current
    const state = progress.steps.find(row => row.step === step)?.state
    return state !== undefined && state !== 'open'
  }
  const rows = SHOWN_STEPS.map((step, index) => {
    const done = isDone(step, index)
    const text = done && progress ? resultOf(step, progress) : t(HINTS[step])
    return { step, name: t(STEP_NAMES[step]), text, isDone: done }
  })
  return { rows, current }
}
