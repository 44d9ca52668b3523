import type { Browser, Page } from '@playwright/test'
import { createMailServer, type MailServer } from '../server/test/mail-server.ts'
import {
  createSocialServer,
  SOCIAL_KEYS,
  type SocialPerson,
  type SocialServer,
} from '../server/test/social-server.ts'
import { expect, ownServer, test } from './journey.ts'
import { hideCookieNotice } from './screen.ts'
import { freePort, INSTALLED } from './server.ts'

/**
 * Gives a journey file a server with Google sign-in and SMTP, where emails must be
 * confirmed before an account opens.
 */
export function ownSocialServer(env: Record<string, string> = {}) {
  let mail: MailServer
  let provider: SocialServer
  let port: number
  test.beforeAll(async () => {
    ;[mail, provider, port] = [
      await createMailServer(),
      await createSocialServer(),
      await freePort(),
    ]
  })
  const server = ownServer(() => ({
    ...INSTALLED,
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mail.url,
    GOOGLE_CLIENT_ID: SOCIAL_KEYS.clientId,
    GOOGLE_CLIENT_SECRET: SOCIAL_KEYS.clientSecret,
    GOOGLE_ORIGIN: provider.origin,
    ...env,
  }))
  test.afterAll(async () => {
    await mail.close()
    await provider.close()
  })

  async function emailTo(address: string) {
    const sentEmails: Awaited<ReturnType<MailServer['emailsTo']>> = []
    const arrived = async () => sentEmails.push(...(await mail.emailsTo(address)))
    await expect.poll(arrived, { message: `an email to ${address}` }).toBeGreaterThan(0)
    const [message] = sentEmails
    if (!message) throw new Error('It has just arrived.')
    return message
  }

  async function windowOf(browser: Browser, locale = 'en-GB'): Promise<Page> {
    const context = await browser.newContext({ baseURL: server().origin, locale })
    await hideCookieNotice(context)
    return context.newPage()
  }

  /** Sets the user at the provider, who always consents. */
  const visitBy = (person: SocialPerson | undefined) => provider.visitBy(person)

  return { emailTo, windowOf, visitBy }
}
