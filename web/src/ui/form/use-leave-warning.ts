import { useBlocker } from '@tanstack/react-router'
import i18next from 'i18next'
import { useEffect } from 'react'
import { hasSessionEnded } from '../../lib/session.ts'
import { guardSignOut, warnsBeforeUnload } from '../../lib/sign-out-guard.ts'
import { useStable } from '../../lib/use-stable.ts'
import { confirmPopup, sessionEndedPopup } from '../popups/popups.ts'

/** Asks whether unsaved changes may be lost. */
const confirmLeave = (): Promise<boolean> =>
  hasSessionEnded()
    ? sessionEndedPopup()
    : confirmPopup({
        title: i18next.t('popups.leave_title'),
        message: i18next.t('popups.leave_text'),
        confirm: i18next.t('popups.leave'),
        danger: true,
      })

interface LeaveWarningOptions {
  /** Whether other search parameters of the same page lose the changes too. */
  coversSearch?: boolean
  /** Saves what can be saved first. @returns whether nothing is left to ask about */
  save?: () => Promise<boolean>
}

/**
 * Asks before a page with unsaved changes is left, also while they are being saved, and before
 * signing out ends the session. A form that opens another page once it is saved navigates with
 * `ignoreBlocker`.
 */
export function useLeaveWarning(
  isDirty: boolean,
  { coversSearch = false, save }: LeaveWarningOptions = {},
): void {
  const mayLeave = useStable(async () => (await save?.()) || (await confirmLeave()))
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: warnsBeforeUnload,
    shouldBlockFn: async ({ current, next }) =>
      (coversSearch || current.pathname !== next.pathname) && !(await mayLeave()),
  })
  useEffect(() => {
    if (isDirty) return guardSignOut(mayLeave)
  }, [isDirty, mayLeave])
}
