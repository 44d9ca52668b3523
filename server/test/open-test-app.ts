import { afterAll } from 'vitest'
import { type Config, readConfig } from '../src/config.ts'
import { createMailServer } from './mail-server.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** The server of a test file, closed after its tests. */
export async function openTestApp(options?: Parameters<typeof createTestApp>[0]): Promise<TestApp> {
  const t = await createTestApp(options)
  afterAll(t.close)
  return t
}

/** Like `openTestApp`, with a mail server that receives its emails. */
export async function openMailApp(config: Partial<Config> = {}) {
  const mail = await createMailServer()
  afterAll(mail.close)
  const { mail: mailConfig } = readConfig({ SMTP_URL: mail.url })
  return { mail, t: await openTestApp({ config: { ...config, mail: mailConfig } }) }
}
