import type { settings as contract, Input } from '@coffer/contract'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { withoutUndefined } from '../../lib/without-undefined.ts'
import type { MailServer } from '../../mail-transport/mailer.ts'
import { testSmtp } from '../../mail-transport/smtp.ts'
import {
  mailServerOf,
  movesSecret,
  readEffectiveSettings,
  readSecret,
  type Settings,
} from '../settings/index.ts'
import { composeMail } from './emails.service.ts'
import { findAddress } from './recipients.repository.ts'

type TestDeps = Pick<Deps, 'db' | 'mailer' | 'config' | 'secret' | 'blobs' | 'now' | 'newId'>
type TestInput = Input<typeof contract.testEmailSettings>['body']

const fieldError = (field: string, message: string): AppError =>
  new AppError('request.invalid', { errors: { [field]: [message] } })

/** The server in the form. @throws AppError when a stored password would reach another server */
async function serverToTest(
  deps: TestDeps,
  before: Settings,
  { values, secrets }: TestInput,
): Promise<MailServer> {
  if (deps.config.mail.smtpUrl !== undefined) return { url: deps.config.mail.smtpUrl }
  const next = { ...before, ...withoutUndefined(values) }
  if (next.smtp_host === null) throw fieldError('values.smtp_host', 'validation.required')
  if (secrets.smtp_password !== undefined)
    return mailServerOf(next, secrets.smtp_password ?? undefined)
  const stored = await readSecret(deps, 'smtp_password')
  if (stored !== undefined && movesSecret('smtp_password', before, values))
    throw fieldError('secrets.smtp_password', 'validation.secret_again')
  return mailServerOf(next, stored)
}

/** Sends an email to the caller with settings that are not saved. */
export const testMailSettings = async (deps: TestDeps, actor: UserActor, input: TestInput) =>
  sendTestMail(deps, await findAddress(deps.db, actor.userId), input)

/** Sends an email with settings that are not saved. */
export async function sendTestMail(deps: TestDeps, to: string, input: TestInput) {
  const before = await readEffectiveSettings(deps.db, deps)
  const server = await serverToTest(deps, before, input)
  const mail = await composeMail(
    deps,
    { ...before, ...withoutUndefined(input.values) },
    {
      id: deps.newId(),
      to,
      language: null,
      order: { template: 'mail-test', data: { at: deps.now().toISOString() } },
    },
  )
  const { isSent, answer } = await testSmtp(server, mail)
  return { is_sent: isSent, to, answer }
}
