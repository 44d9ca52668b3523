import i18next from 'i18next'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'

/** @returns whether it is in the clipboard */
export async function copyLink(link: string): Promise<boolean> {
  try {
    // Left out by browsers where the page did not come over a safe connection.
    await navigator.clipboard.writeText(link)
    successToast(i18next.t('shares.copied'))
    return true
  } catch {
    dangerToast(i18next.t('shares.copy_failed'))
    return false
  }
}
