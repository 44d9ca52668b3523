// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from 'vitest'
import { loadConfig } from '../../lib/config.ts'
import { challenge } from './bot-check.ts'

const script = (): HTMLScriptElement | null => document.head.querySelector('script')

beforeAll(async () => {
  const element = document.createElement('script')
  element.id = 'coffer-config'
  element.type = 'application/json'
  element.textContent = JSON.stringify({
    allowedRecaptcha: true,
    recaptchaSiteKey: 'site-key',
    recaptchaUrl: 'https://bots.test/api',
  })
  document.body.append(element)
  await loadConfig()
})

// ACC-25
test('rejects every waiting challenge when the script cannot be loaded, and the next one tries again', async () => {
  const waiting = [challenge('sign_up'), challenge('contact')]
  expect(script()?.src).toBe('https://bots.test/api.js?render=site-key')
  script()?.dispatchEvent(new Event('error'))
  const results = await Promise.allSettled(waiting)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(script()).toBeNull()

  vi.stubGlobal('grecaptcha', {
    ready: (then: () => void) => then(),
    execute: async (key: string, { action }: { action: string }) => `${key} ${action}`,
  })
  const next = challenge('contact')
  script()?.dispatchEvent(new Event('load'))
  expect(await next).toBe('site-key contact')
})
