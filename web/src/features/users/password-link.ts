import type { PasswordLink } from '@coffer/contract/admin-users'
import i18next from 'i18next'
import { formatDateTime } from '../../lib/format.ts'
import { readerLocale } from '../../lib/locale.ts'
import { linkPopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

/** Shows the link of an email that no mail server sends; otherwise says that it was sent. */
export function showSentLink(link: PasswordLink | null, email: string, sent: string): void {
  const { t, language } = i18next
  if (link === null) {
    successToast(sent)
    return
  }
  const date = formatDateTime(link.expires_at, readerLocale(language, navigator.languages))
  void linkPopup({
    title: t('admin_users.link_title'),
    message: t('admin_users.link_text', { email, date }),
    link: link.url,
  })
}
