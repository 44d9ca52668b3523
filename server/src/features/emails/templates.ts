import { accountEmails } from './account-emails.ts'
import type { Block, EmailContent } from './email.ts'
import { emailTexts, type RenderTemplate, type TemplateContext, validity } from './email-texts.ts'
import type { QueuedEmail, Template } from './emails.job-types.ts'

const quote = (text: string | undefined): Block[] =>
  text?.trim() ? [{ kind: 'quote', text: text.trim() }] : []

const teamInvitation: RenderTemplate<'team-invitation'> = ({ inviter, folder, ...data }, texts) => {
  const { t, buttonAndLink, reason, reasonOfAccount, invitationTokenOf } = texts
  const { invitation } = data
  const path = `/team-folder-invitation/${invitation}?token=${invitationTokenOf(invitation)}`
  const ability = data.permission === 'can_edit' ? 'edit' : 'view'
  const withoutAccount: Block = { kind: 'text', text: t('emails.team_invitation.newcomer') }
  const button = data.has_account ? 'button' : 'newcomer_button'
  return {
    subject: t('emails.team_invitation.subject', { inviter, folder }),
    title: t('emails.team_invitation.title', { folder }),
    blocks: [
      { kind: 'text', text: t(`emails.team_invitation.${ability}`, { inviter, folder }) },
      ...(data.has_account ? [] : [withoutAccount]),
      ...buttonAndLink(t(`emails.team_invitation.${button}`), path),
    ],
    reason: data.has_account ? reasonOfAccount : reason,
  }
}

const shareLink: RenderTemplate<'share-link'> = ({ sender, item, ...data }, texts) => {
  const { t, buttonAndLink, reason } = texts
  const password: Block = { kind: 'text', text: t('emails.share_link.password', { sender }) }
  return {
    subject: t('emails.share_link.subject', { sender, item }),
    title: item,
    blocks: [
      { kind: 'text', text: t('emails.share_link.text', { sender, item }) },
      ...quote(data.message),
      ...(data.protected ? [password] : []),
      validity(texts, data.expires_at),
      ...buttonAndLink(t('emails.share_link.button', { item }), data.path),
    ],
    reason,
  }
}

const uploadRequest: RenderTemplate<'upload-request'> = ({ asker, name, ...data }, texts) => {
  const { t, buttonAndLink, reason } = texts
  const subject = t('emails.upload_request.subject', { asker })
  return {
    subject,
    title: subject,
    blocks: [
      { kind: 'text', text: t('emails.upload_request.text', { asker, name }) },
      ...quote(data.note),
      validity(texts, data.expires_at),
      ...buttonAndLink(t('emails.upload_request.button'), data.path),
    ],
    reason,
  }
}

const uploadRequestFilled: RenderTemplate<'upload-request-filled'> = (
  { name, files, missing = '', path },
  texts,
) => {
  const { t, buttonAndLink, reasonOfAccount } = texts
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
      ...buttonAndLink(t('emails.upload_request_filled.button'), path),
    ],
    reason: reasonOfAccount,
  }
}

const contact: RenderTemplate<'contact'> = ({ from, message }, { t, app, reason }) => ({
  replyTo: from,
  subject: t('emails.contact.subject', { app }),
  title: t('emails.contact.title'),
  blocks: [
    { kind: 'facts', facts: [[t('emails.contact.from'), from]] },
    ...quote(message),
    { kind: 'small', text: t('emails.contact.unverified') },
  ],
  reason,
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

const notification: RenderTemplate<'notification'> = ({ type, params, action }, texts) => {
  const { t, buttonAndLink, reasonOfAccount } = texts
  const title = t(`notification.${type}.title`, params)
  return {
    subject: title,
    title,
    blocks: [
      { kind: 'text', text: t(`notification.${type}.text`, params) },
      ...(action ? buttonAndLink(t(action.button), action.path) : []),
    ],
    reason: reasonOfAccount,
  }
}

const mailTest: RenderTemplate<'mail-test'> = ({ at }, { t, app, time, reasonOfAccount }) => ({
  subject: t('emails.mail_test.subject', { app }),
  title: t('emails.mail_test.title'),
  blocks: [{ kind: 'text', text: t('emails.mail_test.text', { app, date: time(at) }) }],
  reason: reasonOfAccount,
})

const TEMPLATES: { [T in Template]: RenderTemplate<T> } = {
  ...accountEmails,
  'team-invitation': teamInvitation,
  'share-link': shareLink,
  'upload-request': uploadRequest,
  'upload-request-filled': uploadRequestFilled,
  'upload-receipt': uploadReceipt,
  contact,
  'mail-test': mailTest,
  notification,
}

/** Renders an email in the recipient's language. */
export function renderEmail(
  { template, data }: QueuedEmail,
  context: TemplateContext,
): EmailContent {
  const render = TEMPLATES[template] as RenderTemplate<Template>
  const { app, language } = context
  return { app, language, ...render(data, emailTexts(context)) }
}
