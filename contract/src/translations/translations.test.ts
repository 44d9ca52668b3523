import { describe, expect, it } from 'vitest'
import { translations } from './index.ts'

const { en, ...others } = translations
const english: Record<string, string> = en
const FORMS = new Intl.PluralRules('ar').resolvedOptions().pluralCategories

const FORM = new RegExp(`_(${FORMS.join('|')})$`)

/** Lists the placeholders of a message with their formats: `{{count, number}}`. */
const placeholders = (message: string) => (message.match(/\{\{[^}]*\}\}/g) ?? []).sort()

/** Messages with plural forms; English has `_one` and `_other`. */
const counted = Object.keys(english)
  .filter(key => key.endsWith('_other') && key.replace(/_other$/, '_one') in english)
  .map(key => key.replace(/_other$/, ''))

/** Messages that are the same in Spanish on purpose. */
const SAME_IN_SPANISH = new Set([
  ...['account_deletion.free_plan', 'actions.emoji_set_twemoji', 'cookies.title'],
  ...['documents.no', 'files.emoji'],
  ...['files.kind_audio', 'filter.kind_audio', 'search.type_audio', 'storage.audios'],
  ...[
    'guest_requests.hash',
    'invoice_document.total',
    'emails.upload_receipt.hash',
    'preview.zoom',
    'access_tokens.token',
  ],
  ...[
    'uploads.per_second',
    'key.control',
    'key.escape',
    'admin_settings.adsense',
    'admin_settings.adsense_card',
    'admin_settings.app_favicon',
    'admin_settings.google_analytics',
    'admin_settings.logo_size',
    'admin_settings.smtp_ssl',
    'admin_settings.smtp_tls',
    'admin_settings.mail_mailgun',
    'admin_settings.mail_ses',
    'admin_settings.s3_bucket',
    'admin_settings.s3_endpoint',
    'setup.s3_bucket',
    'setup.s3_endpoint',
    'admin_settings.mail_postmark',
    'admin.adsense',
  ],
  ...[
    'admin_users.file_audio',
    'admin_users.plan',
    'admin_users.tokens',
    'setup.smtp_encryption_ssl',
    'setup.smtp_encryption_tls',
    'setup_database.fact_version',
    'setup_database.no',
    'setup_database.postgres',
    'sign_in_settings.openid',
    'table.position',
  ],
  ...['server_status.kind_sqlite', 'server_status.kind_postgres', 'dashboard.version'],
  ...[
    'admin_plans.plan',
    'admin_plans.quantity_gb',
    'admin_plans.unit_bandwidth',
    'admin_plans.unit_storage',
    'admin_plans.visible_yes',
    'admin_plans.basics',
    'admin_plans.found_one',
    'billing.card',
    'invoices.pdf',
    'invoices.total',
    'transactions.total',
    'usage.day',
    'usage.plan',
    'usage.total',
  ],
  // FILES-15: the same text in every language.
  'errors.custom_folder.not_at_root.detail',
  'customers.only_at_root',
])

describe.each(Object.entries<Record<string, string>>(translations))('in %s', (locale, messages) => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories

  it('no message is empty or has spaces at its ends', () => {
    const odd = Object.values(messages).filter(
      message => message === '' || message !== message.trim(),
    )
    expect(odd).toEqual([])
  })

  it('every counted message has exactly the plural forms of the language', () => {
    for (const base of counted) {
      const present = FORMS.filter(form => `${base}_${form}` in messages)
      // `_zero` is optional in every language.
      expect(new Set(present), base).toEqual(
        new Set([...forms, ...(`${base}_zero` in english ? ['zero'] : [])]),
      )
    }
  })

  it('every message has the placeholders of English', () => {
    for (const [key, message] of Object.entries(messages)) {
      const model = english[key] ?? english[key.replace(FORM, '_other')]
      expect(model, `${key} is no message in English`).toBeDefined()
      expect(placeholders(message), key).toEqual(placeholders(model ?? ''))
    }
  })

  it('counts are formatted as numbers', () => {
    const bare = Object.entries(messages).filter(
      ([key, message]) => /_(one|many|other)$/.test(key) && message.includes('{{count}}'),
    )
    expect(bare).toEqual([])
  })
})

it.each(Object.entries(others))('no message is left in English in %s', (_, messages) => {
  const identical = Object.entries(messages).filter(([key, message]) => english[key] === message)
  expect(new Set(identical.map(([key]) => key))).toEqual(SAME_IN_SPANISH)
})
