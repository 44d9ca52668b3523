import { type RenderTemplate, validity } from './email-texts.ts'

/** The page on which a user chooses a password. */
export const PASSWORD_RESET_PATH = '/create-new-password'

const confirmAddress: RenderTemplate<'confirm-address'> = (
  { link, expires_at, purpose },
  texts,
) => {
  const { t, buttonAndLink, pathWithToken, reason, app } = texts
  const [text, notYou] =
    purpose === 'change'
      ? (['emails.confirm_address.change_text', 'emails.confirm_address.change_not_you'] as const)
      : (['emails.confirm_address.text', 'emails.confirm_address.not_you'] as const)
  return {
    subject: t('emails.confirm_address.subject', { app }),
    title: t('emails.confirm_address.title'),
    blocks: [
      { kind: 'text', text: t(text, { app }) },
      ...buttonAndLink(
        t('emails.confirm_address.button'),
        pathWithToken('/successfully-verified', link),
      ),
      validity(texts, expires_at),
      { kind: 'small', text: t(notYou) },
    ],
    reason,
  }
}

const accountExists: RenderTemplate<'account-exists'> = (
  _,
  { t, buttonAndLink, reasonOfAccount, app },
) => ({
  subject: t('emails.account_exists.subject', { app }),
  title: t('emails.account_exists.title'),
  blocks: [
    { kind: 'text', text: t('emails.account_exists.text', { app }) },
    ...buttonAndLink(t('emails.account_exists.button'), '/sign-in'),
    ...buttonAndLink(t('emails.account_exists.forgotten'), '/forgotten-password'),
    { kind: 'small', text: t('emails.account_exists.not_you') },
  ],
  reason: reasonOfAccount,
})

const requestReset: RenderTemplate<'recover-password'> = ({ link, expires_at }, texts) => {
  const { t, buttonAndLink, pathWithToken, reasonOfAccount, app } = texts
  return {
    subject: t('emails.recover_password.subject', { app }),
    title: t('emails.recover_password.title'),
    blocks: [
      { kind: 'text', text: t('emails.recover_password.text') },
      ...buttonAndLink(
        t('emails.recover_password.button'),
        pathWithToken(PASSWORD_RESET_PATH, link),
      ),
      validity(texts, expires_at),
      { kind: 'small', text: t('emails.recover_password.not_you') },
    ],
    reason: reasonOfAccount,
  }
}

const userInvitation: RenderTemplate<'user-invitation'> = (
  { inviter, link, message, expires_at },
  texts,
) => {
  const { t, buttonAndLink, pathWithToken, reason, app } = texts
  const quote = message?.trim() ? [{ kind: 'quote', text: message.trim() } as const] : []
  return {
    subject: t('emails.user_invitation.subject', { inviter, app }),
    title: t('emails.user_invitation.title', { app }),
    blocks: [
      { kind: 'text', text: t('emails.user_invitation.text', { inviter, app }) },
      ...quote,
      ...buttonAndLink(
        t('emails.user_invitation.button'),
        pathWithToken(PASSWORD_RESET_PATH, link),
      ),
      validity(texts, expires_at),
      { kind: 'small', text: t('emails.user_invitation.not_you') },
    ],
    reason,
  }
}

/** The first button resets the password, which ends every session even if an attacker changed it. */
const accountAlert: RenderTemplate<'account-alert'> = ({ type, params, at }, texts) => {
  const { t, time, buttonAndLink, reasonOfAccount, app } = texts
  const title = t(`notification.${type}.title`, params)
  return {
    subject: `${title} (${app})`,
    title,
    blocks: [
      { kind: 'text', text: t(`notification.${type}.text`, params) },
      { kind: 'facts', facts: [[t('emails.account_alert.when'), time(at)]] },
      { kind: 'text', text: t('emails.account_alert.not_you') },
      ...buttonAndLink(t('emails.account_alert.end_sessions'), '/forgotten-password'),
      { kind: 'text', text: t('emails.account_alert.left') },
      ...buttonAndLink(t('emails.account_alert.look'), '/user/settings/password'),
    ],
    reason: reasonOfAccount,
  }
}

const archiveReady: RenderTemplate<'archive-ready'> = ({ size_bytes, expires_at }, texts) => {
  const { t, buttonAndLink, reasonOfAccount, app, bytes } = texts
  return {
    subject: t('emails.data_export_ready.subject', { app }),
    title: t('emails.data_export_ready.title'),
    blocks: [
      { kind: 'text', text: t('emails.data_export_ready.text', { app, size: bytes(size_bytes) }) },
      ...buttonAndLink(t('emails.data_export_ready.button'), '/user/settings/data'),
      validity(texts, expires_at),
      { kind: 'small', text: t('emails.data_export_ready.not_you') },
    ],
    reason: reasonOfAccount,
  }
}

const accountDeleted: RenderTemplate<'account-deleted'> = ({ at }, texts) => {
  const { t, time, reason, app } = texts
  return {
    subject: t('emails.account_deleted.subject', { app }),
    title: t('emails.account_deleted.title'),
    blocks: [
      { kind: 'text', text: t('emails.account_deleted.text', { app, date: time(at) }) },
      { kind: 'text', text: t('emails.account_deleted.again') },
    ],
    reason,
  }
}

/** Emails about the account itself: sign-in, recovery, exports and deletion. */
export const accountEmails = {
  'confirm-address': confirmAddress,
  'account-exists': accountExists,
  'recover-password': requestReset,
  'user-invitation': userInvitation,
  'account-alert': accountAlert,
  'account-deleted': accountDeleted,
  'archive-ready': archiveReady,
}
