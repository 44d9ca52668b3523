import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { askNamedServer } from '../../outbound/named-server.ts'
import { readSettings } from '../settings/index.ts'

/** The action that a challenge is made for; the verifier returns it. */
type Action = 'sign_up' | 'contact'

const SiteVerifyResponse = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
})

/** The threshold that Google recommends. */
const MIN_SCORE = 0.5

const isHuman = (
  { success, score, action }: z.output<typeof SiteVerifyResponse>,
  expected: Action,
): boolean => success && action === expected && (score ?? 0) >= MIN_SCORE

/**
 * Verifies a reCAPTCHA token when the check is switched on. While the verifier is unavailable, every
 * request is refused.
 * @throws AppError `auth.bot_suspected` or `auth.bot_check_unavailable`
 */
export async function requireHuman(
  { db, config: { recaptcha }, log }: Pick<Deps, 'db' | 'config' | 'log'>,
  token: string | undefined,
  action: Action,
): Promise<void> {
  if (!recaptcha || !(await readSettings(db)).allowed_recaptcha) return
  if (!token) throw new AppError('auth.bot_suspected')
  const result = await askNamedServer(
    `${recaptcha.url}/siteverify`,
    { method: 'POST', body: new URLSearchParams({ secret: recaptcha.secretKey, response: token }) },
    SiteVerifyResponse,
  ).catch((err: unknown) => {
    log.warn({ err }, 'the bot check could not be made')
    throw new AppError('auth.bot_check_unavailable', { cause: err })
  })
  if (!isHuman(result, action)) throw new AppError('auth.bot_suspected')
}
