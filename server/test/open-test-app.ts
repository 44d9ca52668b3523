import { afterAll } from 'vitest'
import { type Config, readConfig } from '../src/config.ts'
import { createMailServer } from './mail-server.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** The server of a file of tests, which ends with them. */
export async function openTestApp(options?: Parameters<typeof createTestApp>[0]): Promise<TestApp> {
  const t = await createTestApp(options)
  afterAll(t.close)
  return t
}

/** The same, and beside it the mail server that takes its letters. */
export async function openPostingApp(config: Partial<Config> = {}) {
  const mail = await createMailServer()
  afterAll(mail.close)
  const { mail: way } = readConfig({ SMTP_URL: mail.url })
  return { mail, t: await openTestApp({ config: { ...config, mail: way } }) }
}
