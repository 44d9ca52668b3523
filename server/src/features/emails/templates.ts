import { accountEmails } from './account-emails.ts'
import type { Block, EmailContent } from './email.ts'
import { emailTexts, type RenderTemplate, type TemplateContext, validity } from './email-texts.ts'
import type { QueuedEmail, Template } from './emails.job-types.ts'

const quote = (text: string | undefined): Block[] =>
  text?.trim() ? [{ kind: 'quote', text: text.trim() }] : []

const teamInvitation: RenderTemplate<'team-invitation'> = ({ inviter, folder, ...data }, words) => {
  const { t, leadTo, reason, reasonOfAccount, invitationTokenOf } = words
  const { invitation } = data
  const path = `/team-folder-invitation/${invitation}?token=${invitationTokenOf(invitation)}`
  const does = data.permission === 'can_edit' ? 'edit' : 'view'
  const newcomer: Block = { kind: 'text', text: t('emails.team_invitation.newcomer') }
  const button = data.has_account ? 'button' : 'newcomer_button'
  return {
    subject: t('emails.team_invitation.subject', { inviter, folder }),
    title: t('emails.team_invitation.title', { folder }),
    blocks: [
      { kind: 'text', text: t(`emails.team_invitation.${does}`, { inviter, folder }) },
      ...(data.has_account ? [] : [newcomer]),
      ...leadTo(t(`emails.team_invitation.${button}`), path),
    ],
    reason: data.has_account ? reasonOfAccount : reason,
  }
}

const shareLink: RenderTemplate<'share-link'> = ({ sender, item, ...data }, words) => {
  const { t, leadTo, reason } = words
  const password: Block = { kind: 'text', text: t('emails.share_link.password', { sender }) }
  return {
    subject: t('emails.share_link.subject', { sender, item }),
    title: item,
    blocks: [
      { kind: 'text', text: t('emails.share_link.text', { sender, item }) },
      ...quote(data.message),
      ...(data.protected ? [password] : []),
      validity(words, data.expires_at),
      ...leadTo(t('emails.share_link.button', { item }), data.path),
    ],
    reason,
  }
}

const uploadRequest: RenderTemplate<'upload-request'> = ({ asker, name, ...data }, words) => {
  const { t, leadTo, reason } = words
  const subject = t('emails.upload_request.subject', { asker })
  return {
    subject,
    title: subject,
    blocks: [
      { kind: 'text', text: t('emails.upload_request.text', { asker, name }) },
      ...quote(data.note),
      validity(words, data.expires_at),
      ...leadTo(t('emails.upload_request.button'), data.path),
    ],
    reason,
  }
}

const uploadRequestFilled: RenderTemplate<'upload-request-filled'> = (
  { name, files, missing = '', path },
  words,
) => {
  const { t, leadTo, reasonOfAccount } = words
  const subject = t('emails.upload_request_filled.subject', { name })
  return {
    subject,
    title: subject,
    blocks: [
      { kind: 'text', text: t('emails.upload_request_filled.text', { count: files, name }) },
      ...(missing === ''
        ? []
        : [
            { kind: 'text', text: t('emails.upload_request_filled.missing', { missing }) } as const,
          ]),
      ...leadTo(t('emails.upload_request_filled.button'), path),
    ],
    reason: reasonOfAccount,
  }
}

const contact: RenderTemplate<'contact'> = ({ from, message }, { t, app, reasonOfAccount }) => ({
  subject: t('emails.contact.subject', { app }),
  title: t('emails.contact.title'),
  blocks: [
    { kind: 'facts', facts: [[t('emails.contact.from'), from]] },
    ...quote(message),
    { kind: 'small', text: t('emails.contact.unproven') },
  ],
  reason: reasonOfAccount,
})

const uploadReceipt: RenderTemplate<'upload-receipt'> = (data, { t, time, bytes, reason }) => {
  const { receiver, name, total, files } = data
  const more = total.files - files.length
  const others: Block = { kind: 'text', text: t('emails.upload_receipt.more', { count: more }) }
  return {
    subject: t('emails.upload_receipt.subject', { name }),
    title: t('emails.upload_receipt.title'),
    blocks: [
      {
        kind: 'text',
        text: t('emails.upload_receipt.text', {
          receiver,
          name,
          count: total.files,
          size: total.bytes,
          date: time(data.received_at),
        }),
      },
      {
        kind: 'files',
        head: {
          name: t('emails.upload_receipt.file'),
          size: t('emails.upload_receipt.size'),
          hash: t('emails.upload_receipt.hash'),
        },
        files: files.map(file => ({
          name: file.name,
          size: bytes(file.size_bytes),
          hash: file.sha256,
        })),
      },
      ...(more > 0 ? [others] : []),
      { kind: 'small', text: t('emails.upload_receipt.keep') },
    ],
    reason,
  }
}

const notification: RenderTemplate<'notification'> = ({ type, params, action }, words) => {
  const { t, leadTo, reasonOfAccount } = words
  const title = t(`notification.${type}.title`, params)
  return {
    subject: title,
    title,
    blocks: [
      { kind: 'text', text: t(`notification.${type}.text`, params) },
      ...(action ? leadTo(t(action.button), action.path) : []),
    ],
    reason: reasonOfAccount,
  }
}

const TEMPLATES: { [T in Template]: RenderTemplate<T> } = {
  ...accountEmails,
  'team-invitation': teamInvitation,
  'share-link': shareLink,
  'upload-request': uploadRequest,
  'upload-request-filled': uploadRequestFilled,
  'upload-receipt': uploadReceipt,
  contact,
  notification,
}

/** The whole letter, in its reader's language. */
export function renderEmail(
  { template, data }: QueuedEmail,
  circumstances: TemplateContext,
): EmailContent {
  const write = TEMPLATES[template] as RenderTemplate<Template>
  const { app, language } = circumstances
  return { app, language, ...write(data, emailTexts(circumstances)) }
}
