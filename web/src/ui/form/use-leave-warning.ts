import { useBlocker } from '@tanstack/react-router'
import i18next from 'i18next'
import { useEffect } from 'react'
import { guardSignOut, warnsBeforeUnload } from '../../lib/sign-out-guard.ts'
import { confirmPopup } from '../popups/popups.ts'

/** Asks whether unsaved changes may be lost. */
const confirmLeave = (): Promise<boolean> =>
  confirmPopup({
    title: i18next.t('popups.leave_title'),
    message: i18next.t('popups.leave_text'),
    confirm: i18next.t('popups.leave'),
    danger: true,
  })

/** Asks before a page with unsaved changes is left, and before signing out ends the session. */
export function useLeaveWarning(isDirty: boolean): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: warnsBeforeUnload,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await confirmLeave()),
  })
  useEffect(() => {
    if (isDirty) return guardSignOut(confirmLeave)
  }, [isDirty])
}
