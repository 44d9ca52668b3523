import { validity, type Write } from './email-texts.ts'

const confirmAddress: Write<'confirm-address'> = ({ link, expires_at }, words) => {
  const { t, leadTo, once, reason, app } = words
  return {
    subject: t('mail.confirm_address.subject', { app }),
    title: t('mail.confirm_address.title'),
    blocks: [
      { kind: 'text', text: t('mail.confirm_address.text', { app }) },
      ...leadTo(t('mail.confirm_address.button'), once('/successfully-verified', link)),
      validity(words, expires_at),
      { kind: 'small', text: t('mail.confirm_address.not_you') },
    ],
    reason,
  }
}

const accountExists: Write<'account-exists'> = (_, { t, leadTo, reasonOfAccount, app }) => ({
  subject: t('mail.account_exists.subject', { app }),
  title: t('mail.account_exists.title'),
  blocks: [
    { kind: 'text', text: t('mail.account_exists.text', { app }) },
    ...leadTo(t('mail.account_exists.button'), '/sign-in'),
    ...leadTo(t('mail.account_exists.forgotten'), '/forgotten-password'),
    { kind: 'small', text: t('mail.account_exists.not_you') },
  ],
  reason: reasonOfAccount,
})

const recoverPassword: Write<'recover-password'> = ({ link, expires_at }, words) => {
  const { t, leadTo, once, reasonOfAccount, app } = words
  return {
    subject: t('mail.recover_password.subject', { app }),
    title: t('mail.recover_password.title'),
    blocks: [
      { kind: 'text', text: t('mail.recover_password.text') },
      ...leadTo(t('mail.recover_password.button'), once('/create-new-password', link)),
      validity(words, expires_at),
      { kind: 'small', text: t('mail.recover_password.not_you') },
    ],
    reason: reasonOfAccount,
  }
}

/** Whoever it was not ends every session by the first button, also when the password is another one by now. */
const accountAlert: Write<'account-alert'> = ({ news, params, at }, words) => {
  const { t, time, leadTo, reasonOfAccount, app } = words
  const title = t(`news.${news}.title`, params)
  return {
    subject: `${title} (${app})`,
    title,
    blocks: [
      { kind: 'text', text: t(`news.${news}.text`, params) },
      { kind: 'facts', facts: [[t('mail.account_alert.when'), time(at)]] },
      { kind: 'text', text: t('mail.account_alert.not_you') },
      ...leadTo(t('mail.account_alert.end_sessions'), '/forgotten-password'),
      { kind: 'text', text: t('mail.account_alert.left') },
      ...leadTo(t('mail.account_alert.look'), '/user/settings/password'),
    ],
    reason: reasonOfAccount,
  }
}

const archiveReady: Write<'archive-ready'> = ({ size_bytes, expires_at }, words) => {
  const { t, leadTo, reasonOfAccount, app, bytes } = words
  return {
    subject: t('mail.archive_ready.subject', { app }),
    title: t('mail.archive_ready.title'),
    blocks: [
      { kind: 'text', text: t('mail.archive_ready.text', { app, size: bytes(size_bytes) }) },
      ...leadTo(t('mail.archive_ready.button'), '/user/settings/data'),
      validity(words, expires_at),
      { kind: 'small', text: t('mail.archive_ready.not_you') },
    ],
    reason: reasonOfAccount,
  }
}

const accountDeleted: Write<'account-deleted'> = ({ at }, words) => {
  const { t, time, reason, app } = words
  return {
    subject: t('mail.account_deleted.subject', { app }),
    title: t('mail.account_deleted.title'),
    blocks: [
      { kind: 'text', text: t('mail.account_deleted.text', { app, date: time(at) }) },
      { kind: 'text', text: t('mail.account_deleted.again') },
    ],
    reason,
  }
}

/** What somebody is told about the way into his account. */
export const accountLetters = {
  'confirm-address': confirmAddress,
  'account-exists': accountExists,
  'recover-password': recoverPassword,
  'account-alert': accountAlert,
  'account-deleted': accountDeleted,
  'archive-ready': archiveReady,
}
