import i18next from 'i18next'
import { ApiError, unansweredText } from '../../lib/api.ts'
import { markUnauthorised, stayAfterSessionEnd, staysAfterSessionEnd } from '../../lib/session.ts'
import { dangerToast } from '../toasts/toasts.ts'
import { closePopup, openPopup, type PopupButton } from './popup-store.ts'

interface Texts {
  title: string
  message?: string | undefined
  /** The label of the button. */
  confirm?: string | undefined
}

/** Shows an error (APP-12). Styled as danger unless said otherwise. */
export function alertPopup({
  style = 'danger',
  title,
  message,
  confirm = i18next.t('alerts.error_confirm', 'That’s horrible!'),
}: Texts & { style?: 'danger' | 'accent' }): void {
  openPopup({ kind: 'alert', title, message, buttons: [confirmButton(confirm, style)] })
}

/** APP-11: a success that needs more than a toast. */
export function successPopup({
  title,
  message,
  confirm = i18next.t('alerts.success_confirm'),
}: Texts): void {
  openPopup({ kind: 'success', title, message, buttons: [confirmButton(confirm, 'accent')] })
}

/** Shows a link to copy, until it is closed. */
export function linkPopup({ link, ...texts }: Texts & { link: string }): Promise<boolean> {
  const close: PopupButton = { label: i18next.t('popups.close'), style: 'plain', answer: true }
  const { title, message } = texts
  return openPopup({ kind: 'success', title, message, copied: link, buttons: [close] }).answer
}

/** Asks for confirmation. `danger` marks actions that cannot be undone. */
export function confirmPopup({
  title,
  message,
  confirm,
  cancel = i18next.t('popups.cancel'),
  danger = false,
}: Texts & { confirm: string; cancel?: string; danger?: boolean }): Promise<boolean> {
  const cancelButton: PopupButton = {
    label: cancel,
    style: 'plain',
    answer: false,
  }
  const buttons = [cancelButton, confirmButton(confirm, danger ? 'danger' : 'accent')]
  return openPopup({ kind: danger ? 'alert' : 'question', title, message, buttons }).answer
}

/**
 * Asks whether a page with unsaved changes is left for sign-in, because the session has ended, and
 * offers to sign in in a new tab.
 * @returns whether the user leaves
 */
export async function sessionEndedPopup(): Promise<boolean> {
  const leaves = await openPopup({
    kind: 'alert',
    title: i18next.t('popups.session_ended_title'),
    message: i18next.t('popups.session_ended_text'),
    buttons: [
      { label: i18next.t('popups.leave'), style: 'plain', answer: true },
      { label: i18next.t('popups.sign_in'), style: 'accent', answer: false, href: '/sign-in' },
    ],
  }).answer
  if (!leaves) stayAfterSessionEnd()
  return leaves
}

/** Shows that something is in progress, until the returned function is called. */
export function progressPopup({ title, message }: Omit<Texts, 'confirm'>): () => void {
  const { id } = openPopup({ kind: 'progress', title, message, buttons: [] })
  return () => closePopup(id)
}

interface Described {
  code: string | null
  title: string | null
  message: string | null
}

/** The server's texts of a failure, or generic ones, also for an internal error. */
export function alertTextsOf(problem: Described | null): { title: string; message: string } {
  const described = problem?.code === 'internal' ? null : problem
  return {
    title: described?.title ?? i18next.t('popup_error.title'),
    message: described?.message ?? i18next.t('popup_error.message'),
  }
}

/** APP-13: shows the server's message, or a generic failure. */
export function failurePopup(error: unknown): void {
  const problem = error instanceof ApiError ? error.problem : null
  if (problem?.code === 'auth.required' && !staysAfterSessionEnd()) {
    // Opens sign-in.
    markUnauthorised()
    return
  }
  if (error instanceof ApiError && error.status === 0) {
    dangerToast(i18next.t(unansweredText(error)))
    return
  }
  alertPopup(alertTextsOf(problem))
}

/** Runs an action and shows its failure. */
export const withFailurePopup =
  <Args extends unknown[]>(action: (...args: Args) => Promise<void>) =>
  (...args: Args): Promise<void> =>
    action(...args).catch(failurePopup)

const confirmButton = (label: string, style: 'accent' | 'danger'): PopupButton => ({
  label,
  style,
  answer: true,
})
