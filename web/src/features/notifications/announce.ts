import type { Notification } from '@coffer/contract/notification'
import type { AnyRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import type { ToastAction } from '../../ui/toasts/toast-store.ts'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'
import { addressOf, pageOf } from './notification-link.ts'
import { playSound } from './sound.ts'
import { takeUnseenNotifications } from './unseen.ts'

/** Files from links have a toast of their own. */
const TOLD_ELSEWHERE = new Set(['remote-upload-done'])
/** What becomes of the ways into an account is told wherever it was not done, as it may be a thief's doing. */
const BAD_NEWS = new Set([
  ...['billing-alert', 'insufficient-balance', 'payment-alert'],
  ...['account-alert', 'sign-in-alert'],
])

function actionOf({ attributes }: Notification, router: AnyRouter): ToastAction | undefined {
  if (!attributes.action) return undefined
  const { type, params } = attributes.action
  if (type === 'invitation') {
    const to = { to: '/team-folder-invitation/$id', params: { id: params.id } }
    return { label: i18next.t('notifications.show'), run: () => void router.navigate(to) }
  }
  const label = params.button ?? ''
  if (type === 'route') return { label, run: () => void router.navigate(pageOf(params)) }
  const address = addressOf(params)
  return address && { label, run: () => void window.open(address.href, address.target ?? '_self') }
}

/** Spec §7: what has just come is heard and seen, wherever one is. Muting it quiets the sound alone. */
export function announceNotifications(
  before: readonly Notification[],
  unread: readonly Notification[],
  router: AnyRouter,
): void {
  takeUnseenNotifications(before)
  const unseen = takeUnseenNotifications(unread)
  if (unseen.length === 0) return
  void playSound()
  for (const one of unseen.toReversed()) {
    const { category, title } = one.attributes
    if (TOLD_ELSEWHERE.has(category)) continue
    const toast = BAD_NEWS.has(category) ? dangerToast : successToast
    toast(title, actionOf(one, router))
  }
}
