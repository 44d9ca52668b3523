import type { Notification } from '@coffer/contract/notification'
import type { AnyRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import type { ToastAction } from '../../ui/toasts/toast-store.ts'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'
import { addressOf, pageOf } from './notification-link.ts'
import { playSound } from './sound.ts'
import { takeUnseenNotifications } from './unseen.ts'

/** Remote uploads have their own toast. */
const WITHOUT_TOAST = new Set(['remote-upload-done'])

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

/**
 * Shows toasts and plays a sound for new notifications on any page. Muting silences only the sound.
 */
export function announceNotifications(
  before: readonly Notification[],
  unread: readonly Notification[],
  router: AnyRouter,
): void {
  takeUnseenNotifications(before)
  const unseen = takeUnseenNotifications(unread)
  if (unseen.length === 0) return
  void playSound()
  for (const notification of unseen.toReversed()) {
    const { category, tone, title } = notification.attributes
    if (WITHOUT_TOAST.has(category)) continue
    const toast = tone === 'danger' ? dangerToast : successToast
    toast(title, actionOf(notification, router))
  }
}
