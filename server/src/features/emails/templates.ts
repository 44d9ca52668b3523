import { accountLetters } from './account-emails.ts'
import type { Block, Letter } from './email.ts'
import { type Circumstances, validity, type Write, wordsFor } from './email-texts.ts'
import type { Order, Template } from './emails.job-types.ts'

const quote = (text: string | undefined): Block[] =>
  text?.trim() ? [{ kind: 'quote', text: text.trim() }] : []

const teamInvitation: Write<'team-invitation'> = ({ inviter, folder, ...data }, words) => {
  const { t, leadTo, reason, reasonOfAccount, proofOf } = words
  const { invitation } = data
  const path = `/team-folder-invitation/${invitation}?proof=${proofOf(invitation)}`
  const does = data.permission === 'can_edit' ? 'edit' : 'view'
  const newcomer: Block = { kind: 'text', text: t('mail.team_invitation.newcomer') }
  const button = data.has_account ? 'button' : 'newcomer_button'
  return {
    subject: t('mail.team_invitation.subject', { inviter, folder }),
    title: t('mail.team_invitation.title', { folder }),
    blocks: [
      { kind: 'text', text: t(`mail.team_invitation.${does}`, { inviter, folder }) },
      ...(data.has_account ? [] : [newcomer]),
      ...leadTo(t(`mail.team_invitation.${button}`), path),
    ],
    reason: data.has_account ? reasonOfAccount : reason,
  }
}

const shareLink: Write<'share-link'> = ({ sender, item, ...data }, words) => {
  const { t, leadTo, reason } = words
  const password: Block = { kind: 'text', text: t('mail.share_link.password', { sender }) }
  return {
    subject: t('mail.share_link.subject', { sender, item }),
    title: item,
    blocks: [
      { kind: 'text', text: t('mail.share_link.text', { sender, item }) },
      ...quote(data.message),
      ...(data.protected ? [password] : []),
      validity(words, data.expires_at),
      ...leadTo(t('mail.share_link.button', { item }), data.path),
    ],
    reason,
  }
}

const uploadRequest: Write<'upload-request'> = ({ asker, name, ...data }, words) => {
  const { t, leadTo, reason } = words
  const subject = t('mail.upload_request.subject', { asker })
  return {
    subject,
    title: subject,
    blocks: [
      { kind: 'text', text: t('mail.upload_request.text', { asker, name }) },
      ...quote(data.note),
      validity(words, data.expires_at),
      ...leadTo(t('mail.upload_request.button'), data.path),
    ],
    reason,
  }
}

const uploadRequestFilled: Write<'upload-request-filled'> = (
  { name, files, missing = '', path },
  words,
) => {
  const { t, leadTo, reasonOfAccount } = words
  const subject = t('mail.upload_request_filled.subject', { name })
  return {
    subject,
    title: subject,
    blocks: [
      { kind: 'text', text: t('mail.upload_request_filled.text', { count: files, name }) },
      ...(missing === ''
        ? []
        : [{ kind: 'text', text: t('mail.upload_request_filled.missing', { missing }) } as const]),
      ...leadTo(t('mail.upload_request_filled.button'), path),
    ],
    reason: reasonOfAccount,
  }
}

const contact: Write<'contact'> = ({ from, message }, { t, app, reasonOfAccount }) => ({
  subject: t('mail.contact.subject', { app }),
  title: t('mail.contact.title'),
  blocks: [
    { kind: 'facts', facts: [[t('mail.contact.from'), from]] },
    ...quote(message),
    { kind: 'small', text: t('mail.contact.unproven') },
  ],
  reason: reasonOfAccount,
})

const uploadReceipt: Write<'upload-receipt'> = (data, { t, time, bytes, reason }) => {
  const { receiver, name, total, files } = data
  const more = total.files - files.length
  const others: Block = { kind: 'text', text: t('mail.upload_receipt.more', { count: more }) }
  return {
    subject: t('mail.upload_receipt.subject', { name }),
    title: t('mail.upload_receipt.title'),
    blocks: [
      {
        kind: 'text',
        text: t('mail.upload_receipt.text', {
          ...{ receiver, name, count: total.files },
          ...{ size: total.bytes, date: time(data.received_at) },
        }),
      },
      {
        kind: 'files',
        head: {
          name: t('mail.upload_receipt.file'),
          size: t('mail.upload_receipt.size'),
          hash: t('mail.upload_receipt.hash'),
        },
        files: files.map(file => ({
          name: file.name,
          size: bytes(file.size_bytes),
          hash: file.sha256,
        })),
      },
      ...(more > 0 ? [others] : []),
      { kind: 'small', text: t('mail.upload_receipt.proof') },
    ],
    reason,
  }
}

const notification: Write<'notification'> = ({ news, params, action }, words) => {
  const { t, leadTo, reasonOfAccount } = words
  const title = t(`news.${news}.title`, params)
  return {
    subject: title,
    title,
    blocks: [
      { kind: 'text', text: t(`news.${news}.text`, params) },
      ...(action ? leadTo(t(action.button), action.path) : []),
    ],
    reason: reasonOfAccount,
  }
}

const TEMPLATES: { [T in Template]: Write<T> } = {
  ...accountLetters,
  'team-invitation': teamInvitation,
  'share-link': shareLink,
  'upload-request': uploadRequest,
  'upload-request-filled': uploadRequestFilled,
  'upload-receipt': uploadReceipt,
  contact,
  notification,
}

/** The whole letter, in its reader's language. */
export function writeLetter({ template, data }: Order, circumstances: Circumstances): Letter {
  const write = TEMPLATES[template] as Write<Template>
  const { app, language } = circumstances
  return { app, language, ...write(data, wordsFor(circumstances)) }
}
