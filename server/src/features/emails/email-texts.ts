import type { Locale } from '@coffer/contract'
import { formatBytes } from '../../lib/format-bytes.ts'
import { translateCount } from '../../lib/translate.ts'
import type { Block, EmailContent } from './email.ts'
import type { DataOf, Template } from './emails.job-types.ts'

export interface TemplateContext {
  app: string
  language: Locale
  /** Null: nobody knows it. */
  zone: string | null
  /** Where people reach this server. */
  origin: string
  /** What a link of ours is written with. */
  tokenOf: (link: string) => string
  /** What proves that whoever follows an invitation has read this very letter. */
  invitationTokenOf: (invitation: string) => string
}

type Said = Pick<EmailContent, 'subject' | 'title' | 'blocks' | 'reason'>
export type RenderTemplate<T extends Template> = (data: DataOf<T>, words: EmailTexts) => Said

/** What every template needs, in the reader's language. */
export interface EmailTexts {
  t: (key: Parameters<typeof translateCount>[1], values?: Record<string, string | number>) => string
  time: (iso: string) => string
  bytes: (bytes: number) => string
  /** A button, and its address for programs that show no buttons. */
  leadTo: (label: string, path: string) => Block[]
  app: string
  reason: string
  reasonOfAccount: string
  /** The path of a link that is good once. */
  once: (path: string, link: string) => string
  invitationTokenOf: TemplateContext['invitationTokenOf']
}

export function emailTexts({
  app,
  language,
  zone,
  origin,
  tokenOf,
  invitationTokenOf,
}: TemplateContext): EmailTexts {
  const times = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone ?? 'UTC',
    timeZoneName: 'short',
  })
  const t: EmailTexts['t'] = (key, values = {}) => translateCount(language, key, values)
  return {
    t,
    app,
    time: iso => times.format(new Date(iso)),
    bytes: bytes => formatBytes(bytes, language),
    leadTo(label, path) {
      const { href: url } = new URL(path, origin)
      return [
        { kind: 'button', label, url },
        { kind: 'small', text: `${t('emails.link_dead')}\n${url}` },
      ]
    },
    reason: t('emails.reason', { app }),
    reasonOfAccount: t('emails.reason_account', { app }),
    once: (path, link) => `${path}?token=${tokenOf(link)}`,
    invitationTokenOf,
  }
}

export const validity = ({ t, time }: EmailTexts, expiresAt: string | null): Block => ({
  kind: 'facts',
  facts: [
    [t('emails.valid_until'), expiresAt === null ? t('emails.valid_always') : time(expiresAt)],
  ],
})
