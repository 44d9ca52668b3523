import { expect, it } from 'vitest'
import { presetHost, regionIn, regionsOf, SES_REGIONS } from './mail-presets.ts'

it('knows the SMTP server of each provider and region', () => {
  expect(presetHost('mailgun', 'us')).toBe('smtp.mailgun.org')
  expect(presetHost('mailgun', 'eu')).toBe('smtp.eu.mailgun.org')
  expect(presetHost('ses', 'eu-west-1')).toBe('email-smtp.eu-west-1.amazonaws.com')
  expect(presetHost('postmark', '')).toBe('smtp.postmarkapp.com')
  expect(presetHost('smtp', '')).toBeNull()
})

it('finds the region of a stored server', () => {
  for (const region of SES_REGIONS) expect(regionIn('ses', presetHost('ses', region))).toBe(region)
  expect(regionIn('mailgun', 'smtp.eu.mailgun.org')).toBe('eu')
  expect(regionIn('mailgun', null)).toBe('us')
  expect(regionsOf('postmark')).toEqual([])
})
