import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { askNamedServer } from '../../outbound/named-server.ts'
import { readSettings } from '../settings/index.ts'

/** Spec §7: a challenge runs by the name of an action. */
type Action = 'sign_up' | 'contact'

const SiteVerifyResponse = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
})

/** Google's own advice: below it, it is more likely a machine. */
const LEAST_SCORE = 0.5

const isHuman = (
  { success, score, action }: z.output<typeof SiteVerifyResponse>,
  wanted: Action,
): boolean => success && action === wanted && (score ?? 0) >= LEAST_SCORE

/**
 * Lets people through, once the check is switched on. When its server can't tell, nobody is.
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
