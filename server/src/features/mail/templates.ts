import type { Locale } from '@coffer/contract'
import { formatBytes } from '../../lib/format-bytes.ts'
import { translateCount } from '../../lib/translate.ts'
import type { Block, Letter } from './letter.ts'
import type { DataOf, Order, Template } from './mail.kind.ts'

export interface Circumstances {
  app: string
  language: Locale
  /** Where people reach this server. */
  origin: string
}

type Said = Pick<Letter, 'subject' | 'title' | 'blocks' | 'reason'>
type Write<T extends Template> = (data: DataOf<T>, words: Words) => Said

/** What every template needs, in the reader's language. */
interface Words {
  t: (key: Parameters<typeof translateCount>[1], values?: Record<string, string | number>) => string
  time: (iso: string) => string
  /** A button, and its address for programs that show no buttons. */
  leadTo: (label: string, path: string) => Block[]
  reason: string
  reasonOfAccount: string
}

function wordsFor({ app, language, origin }: Circumstances): Words {
  // Nobody knows the reader's time zone.
  const times = new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  })
  const t: Words['t'] = (key, values = {}) => translateCount(language, key, values)
  return {
    t,
    time: iso => times.format(new Date(iso)),
    leadTo(label, path) {
      const { href: url } = new URL(path, origin)
      return [
        { kind: 'button', label, url },
        { kind: 'small', text: `${t('mail.link_dead')}\n${url}` },
      ]
    },
    reason: t('mail.reason', { app }),
    reasonOfAccount: t('mail.reason_account', { app }),
  }
}

const quote = (text: string | undefined): Block[] =>
  text?.trim() ? [{ kind: 'quote', text: text.trim() }] : []

const validity = ({ t, time }: Words, expiresAt: string | null): Block => ({
  kind: 'facts',
  facts: [[t('mail.valid_until'), expiresAt === null ? t('mail.valid_always') : time(expiresAt)]],
})

const teamInvitation: Write<'team-invitation'> = ({ inviter, folder, ...data }, words) => {
  const { t, leadTo, reason, reasonOfAccount } = words
  const does = data.permission === 'can_edit' ? 'edit' : 'view'
  const newcomer: Block = { kind: 'text', text: t('mail.team_invitation.newcomer') }
  const button = data.has_account ? 'button' : 'newcomer_button'
  return {
    subject: t('mail.team_invitation.subject', { inviter, folder }),
    title: t('mail.team_invitation.title', { folder }),
    blocks: [
      { kind: 'text', text: t(`mail.team_invitation.${does}`, { inviter, folder }) },
      ...(data.has_account ? [] : [newcomer]),
      ...leadTo(t(`mail.team_invitation.${button}`), data.path),
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

const uploadRequestFilled: Write<'upload-request-filled'> = ({ name, files, path }, words) => {
  const { t, leadTo, reasonOfAccount } = words
  const subject = t('mail.upload_request_filled.subject', { name })
  return {
    subject,
    title: subject,
    blocks: [
      { kind: 'text', text: t('mail.upload_request_filled.text', { count: files, name }) },
      ...leadTo(t('mail.upload_request_filled.button'), path),
    ],
    reason: reasonOfAccount,
  }
}

const uploadReceipt: Write<'upload-receipt'> = (data, { t, time, reason }) => {
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
          ...{ size: formatBytes(total.bytes), date: time(data.received_at) },
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
          size: formatBytes(file.size_bytes),
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
  'team-invitation': teamInvitation,
  'share-link': shareLink,
  'upload-request': uploadRequest,
  'upload-request-filled': uploadRequestFilled,
  'upload-receipt': uploadReceipt,
  notification,
}

/** The whole letter, in its reader's language. */
export function writeLetter({ template, data }: Order, circumstances: Circumstances): Letter {
  const write = TEMPLATES[template] as Write<Template>
  const { app, language } = circumstances
  return { app, language, ...write(data, wordsFor(circumstances)) }
}
