import i18next from 'i18next'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'

/** @returns whether the browser allowed writing to the clipboard */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    // Undefined on pages without HTTPS.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies a link and shows the result. @returns whether it was copied */
export async function copyLink(link: string): Promise<boolean> {
  const isCopied = await writeToClipboard(link)
  if (isCopied) successToast(i18next.t('shares.copied'))
  else dangerToast(i18next.t('shares.copy_failed'))
  return isCopied
}
