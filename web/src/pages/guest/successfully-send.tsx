import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EmailPurpose, sendAccountEmail } from '../../features/auth/account-emails.api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import classes from '../../ui/auth-form.module.css'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { SignInLink } from './sign-in-link.tsx'

const isEmailPurpose = (text: string | undefined): text is EmailPurpose =>
  text === 'confirm' || text === 'recover'

/** Says that an email was sent, and offers to send it again. */
export function SuccessfullySendPage() {
  const { t } = useTranslation()
  const { purpose, email } = useSearch({ from: '/entry/successfully-send' })
  const sent = isEmailPurpose(purpose) && email !== undefined ? { purpose, email } : undefined
  const title = sent ? t('sent.title') : t('notes.sent')
  usePageTitle(title)
  return (
    <div className={classes.form}>
      <MailCheck className={classes.picture} size={44} strokeWidth={1.25} aria-hidden />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>
        {sent ? t(`sent.${sent.purpose}`, { email: sent.email }) : t('notes.sent_text')}
      </p>
      {sent && <SendAgain {...sent} />}
      <SignInLink />
    </div>
  )
}

function SendAgain({ purpose, email }: { purpose: EmailPurpose; email: string }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  async function send(): Promise<void> {
    setBusy(true)
    await sendAccountEmail(purpose, email)
      .then(() => successToast(t('auth_pages.sent_again')))
      .catch(failurePopup)
    setBusy(false)
  }
  return (
    <Button variant="default" size="md" fullWidth loading={busy} onClick={() => void send()}>
      {t('auth_pages.send_again')}
    </Button>
  )
}
