import i18next from 'i18next'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'

/** @returns whether the browser let the page write to the clipboard */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    // Left out by browsers where the page did not come over a safe connection.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** @returns whether it is in the clipboard */
export async function copyLink(link: string): Promise<boolean> {
  const isCopied = await writeToClipboard(link)
  if (isCopied) successToast(i18next.t('shares.copied'))
  else dangerToast(i18next.t('shares.copy_failed'))
  return isCopied
}
