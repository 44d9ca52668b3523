import type { TranslationKey } from '@coffer/contract'

interface LegalPage {
  title: TranslationKey
  parts: readonly TranslationKey[]
}

/** Default texts that apply to every installation, until administrators can edit these pages. */
export const LEGAL_PAGES: ReadonlyMap<string, LegalPage> = new Map([
  [
    'cookie-policy',
    {
      title: 'legal.cookies',
      parts: [
        ...(['legal.cookies_why', 'legal.cookies_which', 'legal.cookies_links'] as const),
        ...(['legal.cookies_requests', 'legal.cookies_local'] as const),
      ],
    },
  ],
  [
    'privacy-policy',
    {
      title: 'legal.privacy',
      parts: ['legal.privacy_text', 'legal.privacy_others', 'legal.unwritten'],
    },
  ],
  ['terms-of-service', { title: 'legal.terms', parts: ['legal.unwritten'] }],
])
