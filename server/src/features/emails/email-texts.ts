import type { Locale } from '@coffer/contract'
import { formatBytes } from '../../lib/format-bytes.ts'
import { translateCount } from '../../lib/translate.ts'
import type { Block, EmailContent } from './email.ts'
import type { DataOf, Template } from './emails.job-types.ts'

export interface TemplateContext {
  app: string
  language: Locale
  /** Null when unknown. */
  timeZone: string | null
  /** Base URL of links. */
  origin: string
  /** Creates the token of an email link by its id. */
  tokenOf: (link: string) => string
  /** Creates the token that verifies receipt of the invitation email. */
  invitationTokenOf: (invitation: string) => string
}

type RenderedEmail = Pick<EmailContent, 'replyTo' | 'subject' | 'title' | 'blocks' | 'reason'>
export type RenderTemplate<T extends Template> = (
  data: DataOf<T>,
  texts: EmailTexts,
) => RenderedEmail

/** Texts and formatters for templates, in the recipient's language. */
export interface EmailTexts {
  t: (key: Parameters<typeof translateCount>[1], values?: Record<string, string | number>) => string
  time: (iso: string) => string
  bytes: (bytes: number) => string
  /** A button, followed by its URL for clients that show no buttons. */
  buttonAndLink: (label: string, path: string) => Block[]
  app: string
  reason: string
  reasonOfAccount: string
  /** Adds the token of a single-use link to a path. */
  pathWithToken: (path: string, link: string) => string
  invitationTokenOf: TemplateContext['invitationTokenOf']
}

export function emailTexts({
  app,
  language,
  timeZone,
  origin,
  tokenOf,
  invitationTokenOf,
}: TemplateContext): EmailTexts {
  const dateTimeFormat = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone ?? 'UTC',
    timeZoneName: 'short',
  })
  const t: EmailTexts['t'] = (key, values = {}) => translateCount(language, key, values)
  return {
    t,
    app,
    time: iso => dateTimeFormat.format(new Date(iso)),
    bytes: bytes => formatBytes(bytes, language),
    buttonAndLink(label, path) {
      const { href: url } = new URL(path, origin)
      return [
        { kind: 'button', label, url },
        { kind: 'small', text: `${t('emails.link_fallback')}\n${url}` },
      ]
    },
    reason: t('emails.reason', { app }),
    reasonOfAccount: t('emails.reason_account', { app }),
    pathWithToken: (path, link) => `${path}?token=${tokenOf(link)}`,
    invitationTokenOf,
  }
}

/** Says until when a link is valid; null means no expiry. */
export const validity = ({ t, time }: EmailTexts, expiresAt: string | null): Block => ({
  kind: 'facts',
  facts: [
    [t('emails.valid_until'), expiresAt === null ? t('emails.valid_always') : time(expiresAt)],
  ],
})
