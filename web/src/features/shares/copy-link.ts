import i18next from 'i18next'
import { writeToClipboard } from '../../lib/write-to-clipboard.ts'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'

/** Copies a link and shows the result. */
export async function copyLink(link: string): Promise<void> {
  const isCopied = await writeToClipboard(link)
  if (isCopied) successToast(i18next.t('shares.copied'))
  else dangerToast(i18next.t('shares.copy_failed'))
}
