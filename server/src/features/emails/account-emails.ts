import { type RenderTemplate, validity } from './email-texts.ts'

const confirmAddress: RenderTemplate<'confirm-address'> = ({ link, expires_at }, words) => {
  const { t, leadTo, once, reason, app } = words
  return {
    subject: t('emails.confirm_address.subject', { app }),
    title: t('emails.confirm_address.title'),
    blocks: [
      { kind: 'text', text: t('emails.confirm_address.text', { app }) },
      ...leadTo(t('emails.confirm_address.button'), once('/successfully-verified', link)),
      validity(words, expires_at),
      { kind: 'small', text: t('emails.confirm_address.not_you') },
    ],
    reason,
  }
}

const accountExists: RenderTemplate<'account-exists'> = (
  _,
  { t, leadTo, reasonOfAccount, app },
) => ({
  subject: t('emails.account_exists.subject', { app }),
  title: t('emails.account_exists.title'),
  blocks: [
    { kind: 'text', text: t('emails.account_exists.text', { app }) },
    ...leadTo(t('emails.account_exists.button'), '/sign-in'),
    ...leadTo(t('emails.account_exists.forgotten'), '/forgotten-password'),
    { kind: 'small', text: t('emails.account_exists.not_you') },
  ],
  reason: reasonOfAccount,
})

const requestReset: RenderTemplate<'recover-password'> = ({ link, expires_at }, words) => {
  const { t, leadTo, once, reasonOfAccount, app } = words
  return {
    subject: t('emails.recover_password.subject', { app }),
    title: t('emails.recover_password.title'),
    blocks: [
      { kind: 'text', text: t('emails.recover_password.text') },
      ...leadTo(t('emails.recover_password.button'), once('/create-new-password', link)),
      validity(words, expires_at),
      { kind: 'small', text: t('emails.recover_password.not_you') },
    ],
    reason: reasonOfAccount,
  }
}

/** Whoever it was not ends every session by the first button, also when the password is another one by now. */
const accountAlert: RenderTemplate<'account-alert'> = ({ type, params, at }, words) => {
  const { t, time, leadTo, reasonOfAccount, app } = words
  const title = t(`notification.${type}.title`, params)
  return {
    subject: `${title} (${app})`,
    title,
    blocks: [
      { kind: 'text', text: t(`notification.${type}.text`, params) },
      { kind: 'facts', facts: [[t('emails.account_alert.when'), time(at)]] },
      { kind: 'text', text: t('emails.account_alert.not_you') },
      ...leadTo(t('emails.account_alert.end_sessions'), '/forgotten-password'),
      { kind: 'text', text: t('emails.account_alert.left') },
      ...leadTo(t('emails.account_alert.look'), '/user/settings/password'),
    ],
    reason: reasonOfAccount,
  }
}

const archiveReady: RenderTemplate<'archive-ready'> = ({ size_bytes, expires_at }, words) => {
  const { t, leadTo, reasonOfAccount, app, bytes } = words
  return {
    subject: t('emails.data_export_ready.subject', { app }),
    title: t('emails.data_export_ready.title'),
    blocks: [
      { kind: 'text', text: t('emails.data_export_ready.text', { app, size: bytes(size_bytes) }) },
      ...leadTo(t('emails.data_export_ready.button'), '/user/settings/data'),
      validity(words, expires_at),
      { kind: 'small', text: t('emails.data_export_ready.not_you') },
    ],
    reason: reasonOfAccount,
  }
}

const accountDeleted: RenderTemplate<'account-deleted'> = ({ at }, words) => {
  const { t, time, reason, app } = words
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

/** What somebody is told about the way into his account. */
export const accountEmails = {
  'confirm-address': confirmAddress,
  'account-exists': accountExists,
  'recover-password': requestReset,
  'account-alert': accountAlert,
  'account-deleted': accountDeleted,
  'archive-ready': archiveReady,
}
