import { randomUUID } from 'node:crypto'
import type { settings as contract, Input } from '@coffer/contract'
import type { SocialProvider } from '@coffer/contract/social'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { readEffectiveSettings, readSecret, recordTestedSocial } from '../settings/index.ts'
import { tokenUrlOf } from './providers/token-urls.ts'

type TestInput = Input<typeof contract.testSocialLogin>['body']

const TIMEOUT_MS = 10_000
/** Facebook wraps its error, and the others name it by a code. */
const TokenError = z.object({
  error: z.union([z.string(), z.object({ message: z.string(), code: z.number().optional() })]),
  error_description: z.string().optional(),
})
/** The client and the callback address were accepted, and only the made-up code was refused. */
const REFUSED_CODES = ['invalid_grant', 'bad_verification_code']
const REFUSED_CREDENTIALS = [
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
]
/** Facebook's code for an invalid verification code. */
const FACEBOOK_BAD_CODE = 100
/** Facebook's code for a callback address outside the domains of the app. */
const FACEBOOK_BAD_CALLBACK = 191
const FACEBOOK_BAD_CLIENT = [1, 101]

type Result = 'accepted' | 'refused' | 'callback_refused' | 'unknown'

function resultOf({ error }: z.output<typeof TokenError>): Result {
  if (typeof error === 'string') {
    if (REFUSED_CODES.includes(error)) return 'accepted'
    if (error === 'redirect_uri_mismatch') return 'callback_refused'
    return REFUSED_CREDENTIALS.includes(error) ? 'refused' : 'unknown'
  }
  if (error.code === FACEBOOK_BAD_CODE) return 'accepted'
  if (error.code === FACEBOOK_BAD_CALLBACK) return 'callback_refused'
  return FACEBOOK_BAD_CLIENT.includes(error.code ?? 0) ? 'refused' : 'unknown'
}

const messageOf = ({ error, error_description }: z.output<typeof TokenError>): string =>
  error_description ?? (typeof error === 'string' ? error : error.message)

async function readCredentials(
  deps: Pick<Deps, 'db' | 'config' | 'secret'>,
  { provider, client_id, client_secret }: TestInput,
) {
  const stored = (await readEffectiveSettings(deps.db, deps))[`${provider}_client_id`]
  const clientId = client_id ?? stored
  const clientSecret = client_secret ?? (await readSecret(deps, `${provider}_client_secret`))
  if (!clientId) throw missing('client_id')
  if (!clientSecret) throw missing('client_secret')
  return { clientId, clientSecret, origin: deps.config.social[provider].origin }
}

const missing = (field: string): AppError =>
  new AppError('request.invalid', { errors: { [field]: ['validation.required'] } })

/**
 * Asks a provider for a token with a made-up code. Its answer shows whether it knows the client and
 * the callback address: then it refuses only the code, and sign-in with the client can be turned on.
 */
export async function testSocialLogin(
  deps: Pick<Deps, 'db' | 'config' | 'secret' | 'transact'>,
  input: TestInput,
  redirectUri: string,
): Promise<{ result: Result; answer: string | null }> {
  const keys = await readCredentials(deps, input)
  try {
    const answer = await askForToken(input.provider, keys, redirectUri)
    const parsed = TokenError.safeParse(answer)
    if (!parsed.success) return { result: 'unknown', answer: null }
    const result = resultOf(parsed.data)
    if (result === 'accepted') await recordTestedSocial(deps, input.provider, keys)
    return { result, answer: messageOf(parsed.data) }
  } catch (error) {
    return { result: 'unknown', answer: (error as Error).message }
  }
}

async function askForToken(
  provider: SocialProvider,
  keys: { clientId: string; clientSecret: string; origin: string | undefined },
  redirectUri: string,
): Promise<unknown> {
  const form = {
    grant_type: 'authorization_code',
    code: randomUUID(),
    code_verifier: randomUUID(),
    redirect_uri: redirectUri,
    client_id: keys.clientId,
    client_secret: keys.clientSecret,
  }
  const response = await fetch(tokenUrlOf(provider, keys.origin), {
    method: 'POST',
    headers: { accept: 'application/json', 'user-agent': 'Coffer' },
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return response.json()
}
