import i18next from 'i18next'
import { ApiError } from '../../lib/api.ts'
import { dangerToast } from '../toasts/toasts.ts'
import { closePopup, openPopup, type PopupButton } from './popup-store.ts'

interface Words {
  title: string
  message?: string | undefined
  /** The button's text. */
  confirm?: string | undefined
}

/** Something did not go as wished. Spec §8: in the style of danger unless said otherwise. */
export function alertPopup({
  style = 'danger',
  title,
  message,
  confirm = i18next.t('alerts.error_confirm', 'That’s horrible!'),
}: Words & { style?: 'danger' | 'accent' }): void {
  openPopup({ kind: 'alert', title, message, buttons: [yes(confirm, style)] })
}

/** Spec §2 and §8: a success that deserves more than a toast. */
export function successPopup({
  title,
  message,
  confirm = i18next.t('alerts.success_confirm'),
}: Words): void {
  openPopup({ kind: 'success', title, message, buttons: [yes(confirm, 'accent')] })
}

/** Asks first. `danger` where something would be gone for good. */
export function confirmPopup({
  title,
  message,
  confirm,
  danger = false,
}: Words & { confirm: string; danger?: boolean }): Promise<boolean> {
  const no: PopupButton = { label: i18next.t('popups.cancel'), look: 'plain', answer: false }
  const buttons = [no, yes(confirm, danger ? 'danger' : 'accent')]
  return openPopup({ kind: danger ? 'alert' : 'question', title, message, buttons }).answer
}

/** Says that something is under way, until the returned function is called. */
export function progressPopup({ title, message }: Omit<Words, 'confirm'>): () => void {
  const { id } = openPopup({ kind: 'progress', title, message, buttons: [] })
  return () => closePopup(id)
}

/** Spec §8, generic failure. Where the server said what happened, its words are used. */
export function failurePopup(error: unknown): void {
  const told = error instanceof ApiError ? error.problem : null
  const problem = told?.code === 'internal' ? null : told
  // The session has ended: sign-in opens by itself.
  if (problem?.code === 'auth.required') return
  if (error instanceof ApiError && error.status === 0) {
    dangerToast(i18next.t('shell.offline_change'))
    return
  }
  alertPopup({
    title: problem?.title ?? i18next.t('popup_error.title'),
    message: problem?.message ?? i18next.t('popup_error.message'),
  })
}

const yes = (label: string, look: 'accent' | 'danger'): PopupButton => ({
  label,
  look,
  answer: true,
})
