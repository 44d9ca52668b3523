import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export interface SocialPerson {
  id: number
  name: string
  email?: string
  /** Whether the provider has verified the address. */
  isVerified: boolean
}

interface Consent {
  person: SocialPerson
  query: URLSearchParams
}

export const SOCIAL_KEYS = { clientId: 'our-app', clientSecret: 'our-secret' }

interface State {
  origin: string
  codes: Map<string, Consent>
  sessions: Map<string, SocialPerson>
  /** The person at the browser, who always consents; undefined denies. */
  visitor: SocialPerson | undefined
  forging: Forgery
  keys: { own: CryptoKey; stranger: CryptoKey; jwk: JWK }
}

/** Forged responses. */
interface Forgery {
  claims?: object
  key?: 'stranger'
  appId?: string
}

export type SocialServer = Awaited<ReturnType<typeof createSocialServer>>

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

function consent(
  { visitor, codes }: State,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const callback = new URL(query.get('redirect_uri') ?? '')
  callback.searchParams.set('state', query.get('state') ?? '')
  if (visitor) {
    const code = randomUUID()
    codes.set(code, { person: visitor, query })
    callback.searchParams.set('code', code)
  } else callback.searchParams.set('error', 'access_denied')
  response.writeHead(302, { location: callback.href }).end()
}

async function idToken({ origin, forging, keys }: State, { person, query }: Consent) {
  const { name, email, isVerified } = person
  const claims = { name, email, email_verified: isVerified, nonce: query.get('nonce') }
  return new SignJWT({ ...claims, ...forging.claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setSubject(String(person.id))
    .setIssuer(origin)
    .setAudience(SOCIAL_KEYS.clientId)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(forging.key ? keys.stranger : keys.own)
}

/** A code is only valid for the app that requested it: by secret, PKCE and redirect URI. */
const isValidExchange = (form: URLSearchParams, { query }: Consent): boolean =>
  form.get('client_id') === SOCIAL_KEYS.clientId &&
  form.get('client_secret') === SOCIAL_KEYS.clientSecret &&
  form.get('redirect_uri') === query.get('redirect_uri') &&
  challengeOf(form.get('code_verifier') ?? '') === query.get('code_challenge')

/** Exchanges a code, which is valid once. */
const CALLBACK_PATH = /^\/api\/auth\/callback\/(google|github|facebook)$/

/** Like the providers, the callback address is checked before the code. */
const refusalOf = (form: URLSearchParams): string =>
  CALLBACK_PATH.test(new URL(form.get('redirect_uri') ?? '').pathname)
    ? 'invalid_grant'
    : 'redirect_uri_mismatch'

async function token(state: State, form: URLSearchParams, response: ServerResponse): Promise<void> {
  const code = form.get('code') ?? ''
  const consentGiven = state.codes.get(code)
  state.codes.delete(code)
  if (!consentGiven || !isValidExchange(form, consentGiven))
    return answer(response, { error: refusalOf(form) }, 400)
  const accessToken = randomUUID()
  state.sessions.set(accessToken, consentGiven.person)
  const isOpenId = consentGiven.query.get('scope')?.includes('openid')
  answer(response, {
    access_token: accessToken,
    token_type: 'bearer',
    ...(isOpenId && { id_token: await idToken(state, consentGiven) }),
  })
}

function answer(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The profile in the format of each provider. */
function profileOf(path: string, { id, name, email, isVerified }: SocialPerson): unknown {
  const emails = email === undefined ? [] : [{ email, primary: true, verified: isVerified }]
  if (path === '/api/v3/user') return { id, login: name.toLowerCase(), name, email }
  if (path === '/api/v3/user/emails') return emails
  return /^\/v[\d.]+\/me$/.test(path) ? { id: String(id), name, email } : undefined
}

function describe({ keys, sessions, forging }: State, url: URL, bearer: string): unknown {
  if (url.pathname === '/oauth2/v3/certs')
    return { keys: [{ ...keys.jwk, kid: 'one', alg: 'RS256' }] }
  if (url.pathname === '/debug_token') {
    const owner = sessions.get(url.searchParams.get('input_token') ?? '')
    const app_id = forging.appId ?? SOCIAL_KEYS.clientId
    return { data: { is_valid: true, app_id, user_id: String(owner?.id) } }
  }
  const person = sessions.get(bearer)
  return person && profileOf(url.pathname, person)
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '', 'http://x')
  if (/\/(auth|authorize|oauth)$/.test(url.pathname))
    return consent(state, url.searchParams, response)
  if (request.method === 'POST')
    return token(state, new URLSearchParams(await text(request)), response)
  const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
  const known = describe(state, url, bearer)
  answer(response, known ?? { message: 'Not found' }, known === undefined ? 404 : 200)
}

/** Google, GitHub and Facebook on this machine, as far as sign-in needs them. */
export async function createSocialServer() {
  const own = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const jwk = await exportJWK(own.publicKey)
  const state: State = {
    origin: '',
    codes: new Map(),
    sessions: new Map(),
    visitor: undefined,
    forging: {},
    keys: { own: own.privateKey, stranger: stranger.privateKey, jwk },
  }
  const server = createServer((request, response) => void serve(state, request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: state.origin,
    visitBy(person: SocialPerson | undefined): void {
      state.visitor = person
    },
    forge(how: Forgery): void {
      state.forging = how
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
