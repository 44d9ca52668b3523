import type { OpenidTestResult } from '@coffer/contract/settings'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isSameText, sign } from '../../lib/signing.ts'
import { recordAudit } from '../audit/index.ts'
import { readOpenidClient, recordTestedOpenid } from '../settings/index.ts'
import { type Claims, claimAt, userOf } from './providers/claims.rules.ts'
import { loadProtocol } from './providers/openid.ts'

type TestDeps = Pick<Deps, 'db' | 'config' | 'secret' | 'transact' | 'now' | 'log'>

/** State that the browser keeps between the start and the end of a test. */
const TestState = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The administrator who started it. */
  userId: z.string(),
  expiresAt: z.number(),
})
type TestState = z.output<typeof TestState>

export const TEST_SECONDS = 600

/** Signs the state of a test for its cookie. */
function seal(secret: string, state: TestState): string {
  const text = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${text}.${sign(secret, 'openid-test', text)}`
}

/** Reads the state of a test from its cookie; undefined if it is not ours or too old. */
export function openSealed(
  { secret, now }: Pick<Deps, 'secret' | 'now'>,
  cookie: string | undefined,
): TestState | undefined {
  const [text = '', signature = ''] = (cookie ?? '').split('.')
  if (!isSameText(signature, sign(secret, 'openid-test', text))) return undefined
  const state = TestState.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return state.expiresAt > now().getTime() ? state : undefined
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  const code = (cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? `${message} (${code})` : message
}

async function requireClient(deps: TestDeps) {
  const client = await readOpenidClient(deps)
  if (client) return client
  throw new AppError('request.invalid', {
    errors: { 'values.allowed_openid_login': ['validation.client_id_first'] },
  })
}

/**
 * Discovers the saved provider and prepares a sign-in that only tests it.
 * @throws AppError `request.invalid` when the client is incomplete
 */
export async function startOpenidTest(deps: TestDeps, userId: string, redirectUri: string) {
  const client = await requireClient(deps)
  const { authorizationUrl, discover, randomSecrets } = await loadProtocol()
  const state: TestState = {
    ...randomSecrets(),
    userId,
    expiresAt: deps.now().getTime() + TEST_SECONDS * 1000,
  }
  try {
    const url = await authorizationUrl(await discover(client), client, {
      redirectUri,
      state: state.state,
      nonce: state.nonce,
      codeVerifier: state.verifier,
    })
    const reply = { is_found: true, answer: null, url: url.href }
    return { reply, cookie: seal(deps.secret, state) }
  } catch (error) {
    return { reply: { is_found: false, answer: reasonOf(error), url: null }, cookie: undefined }
  }
}

/** Completes the test sign-in, and records that the client passed. */
export async function finishOpenidTest(
  deps: TestDeps,
  callback: URL,
  { state, nonce, verifier }: TestState,
): Promise<OpenidTestResult> {
  if (callback.searchParams.get('error') === 'access_denied') return 'cancelled'
  try {
    const client = await requireClient(deps)
    const { completeClaims, discover, redeemCallback } = await loadProtocol()
    const configuration = await discover(client)
    const tokens = await redeemCallback(configuration, callback, { state, nonce, verifier })
    const { roleClaim } = client
    const claims = await completeClaims(configuration, tokens.claims() as Claims, {
      accessToken: tokens.access_token,
      roleClaim,
    })
    if (userOf(claims).email === undefined) return 'no_email'
    await recordTestedOpenid(deps, client)
    await deps.transact(async tx => recordAudit(tx, { action: 'settings.openid_tested' }))
    if (roleClaim !== null && claimAt(claims, roleClaim) === undefined) return 'no_role_claim'
    return userOf(claims).emailVerified ? 'passed' : 'email_unverified'
  } catch (error) {
    deps.log.warn({ reason: reasonOf(error) }, 'the test of OpenID Connect failed')
    return 'failed'
  }
}
