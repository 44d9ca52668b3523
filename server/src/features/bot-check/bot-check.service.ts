import type { settings as contract, Input } from '@coffer/contract'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { askNamedServer } from '../../outbound/named-server.ts'
import {
  type RecaptchaKeys,
  readEffectiveSettings,
  readRecaptchaKeys,
  readSecret,
  recordTestedRecaptcha,
} from '../settings/index.ts'

/** The action that a challenge is made for; the verifier returns it. */
type Action = 'sign_up' | 'contact' | 'settings'

const SiteVerifyResponse = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/** The threshold that Google recommends. */
const MIN_SCORE = 0.5

const isHuman = (
  { success, score, action }: z.output<typeof SiteVerifyResponse>,
  expected: Action,
): boolean => success && action === expected && (score ?? 0) >= MIN_SCORE

/** Asks the verifier about a token. */
const verifyToken = ({ url, secretKey }: RecaptchaKeys, token: string) =>
  askNamedServer(
    `${url}/siteverify`,
    { method: 'POST', body: new URLSearchParams({ secret: secretKey, response: token }) },
    SiteVerifyResponse,
  )

/**
 * Verifies a reCAPTCHA token when the check is switched on. While the verifier is unavailable, every
 * request is refused.
 * @throws AppError `auth.bot_suspected` or `auth.bot_check_unavailable`
 */
export async function requireHuman(
  deps: Pick<Deps, 'db' | 'config' | 'secret' | 'log'>,
  token: string | undefined,
  action: Action,
): Promise<void> {
  const { allowed_recaptcha: isOn } = await readEffectiveSettings(deps.db, deps)
  const keys = isOn ? await readRecaptchaKeys(deps) : undefined
  if (!keys) return
  if (!token) throw new AppError('auth.bot_suspected')
  const result = await verifyToken(keys, token).catch((err: unknown) => {
    deps.log.warn({ err }, 'the bot check could not be made')
    throw new AppError('auth.bot_check_unavailable', { cause: err })
  })
  if (!isHuman(result, action)) throw new AppError('auth.bot_suspected')
}

type TestInput = Input<typeof contract.testRecaptcha>['body']

/**
 * Verifies a token that an administrator's browser got with the keys in the form.
 * @throws AppError `request.invalid` when a key is missing
 */
export async function testRecaptcha(
  deps: Pick<Deps, 'db' | 'config' | 'secret' | 'transact'>,
  { values, secrets, token }: TestInput,
) {
  const { recaptcha_site_key: storedSiteKey } = await readEffectiveSettings(deps.db, deps)
  const siteKey = values.recaptcha_site_key ?? storedSiteKey
  const secretKey = secrets.recaptcha_secret_key ?? (await readSecret(deps, 'recaptcha_secret_key'))
  if (!siteKey) throw missing('values.recaptcha_site_key')
  if (!secretKey) throw missing('secrets.recaptcha_secret_key')
  const keys = { siteKey, secretKey, url: deps.config.recaptcha.url }
  try {
    const result = await verifyToken(keys, token)
    const isPassed = isHuman(result, 'settings')
    if (isPassed) await recordTestedRecaptcha(deps, keys)
    const codes = result['error-codes']?.join(', ') || null
    return { is_passed: isPassed, score: result.score ?? null, answer: codes }
  } catch (error) {
    return { is_passed: false, score: null, answer: reasonOf(error) }
  }
}

const missing = (field: string): AppError =>
  new AppError('request.invalid', { errors: { [field]: ['validation.required'] } })

const reasonOf = (error: unknown): string =>
  error instanceof z.ZodError ? 'unexpected answer' : (error as Error).message
