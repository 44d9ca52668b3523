import { useBlocker } from '@tanstack/react-router'
import i18next from 'i18next'
import { useEffect } from 'react'
import { guardSignOut } from '../../lib/sign-out-guard.ts'
import { confirmPopup } from '../popups/popups.ts'

/** What a page asks. */
const TEXTS = {
  table: ['table.leave_title', 'table.leave_text', 'table.leave'],
  admin_settings: [
    'admin_settings.leave_title',
    'admin_settings.leave_text',
    'admin_settings.leave',
  ],
  pages: ['pages.leave_title', 'pages.leave_text', 'pages.leave'],
} as const
type LeaveTexts = keyof typeof TEXTS

/** Asks whether unsaved changes may be lost. */
function confirmLeave(texts: LeaveTexts): Promise<boolean> {
  const [title, message, confirm] = TEXTS[texts]
  return confirmPopup({
    title: i18next.t(title),
    message: i18next.t(message),
    confirm: i18next.t(confirm),
    danger: true,
  })
}

/** Asks before a page with unsaved changes is left, and before signing out ends the session. */
export function useLeaveWarning(isDirty: boolean, texts: LeaveTexts = 'table'): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await confirmLeave(texts)),
  })
  useEffect(() => {
    if (isDirty) return guardSignOut(() => confirmLeave(texts))
  }, [isDirty, texts])
}
