import type { MAIL_DRIVERS } from '@coffer/contract/setting-values'

/** Regions of Amazon SES that offer SMTP. */
export const SES_REGIONS = [
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
  'ca-central-1',
  'sa-east-1',
  'eu-central-1',
  'eu-north-1',
  'eu-south-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'af-south-1',
  'me-south-1',
  'il-central-1',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-southeast-3',
] as const

const MAILGUN = { us: 'smtp.mailgun.org', eu: 'smtp.eu.mailgun.org' } as const
const POSTMARK = 'smtp.postmarkapp.com'

export type MailDriver = (typeof MAIL_DRIVERS)[number]

/** Regions that the form offers for a provider; the first is chosen at first. */
export const regionsOf = (driver: MailDriver): readonly string[] => {
  if (driver === 'mailgun') return Object.keys(MAILGUN)
  return driver === 'ses' ? SES_REGIONS : []
}

/** Returns the SMTP server of a provider; null where the user enters it. */
export function presetHost(driver: MailDriver, region: string): string | null {
  if (driver === 'mailgun') return region === 'eu' ? MAILGUN.eu : MAILGUN.us
  if (driver === 'ses') return `email-smtp.${region}.amazonaws.com`
  return driver === 'postmark' ? POSTMARK : null
}

/** Returns the region that a server name stands for; otherwise the first. */
export function regionIn(driver: MailDriver, host: string | null): string {
  const regions = regionsOf(driver)
  return regions.find(region => presetHost(driver, region) === host) ?? regions[0] ?? ''
}
