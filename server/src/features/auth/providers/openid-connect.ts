import * as oidc from 'openid-client'
import type { OpenidClient } from '../../settings/index.ts'
import { type Claims, claimAt, mergeClaims } from './claims.rules.ts'

/** Users wait for these responses. */
const TIMEOUT_SECONDS = 10
/** A provider's keys and addresses change rarely; a changed client is discovered at once. */
const MAX_AGE_MS = 60 * 60_000

/** Prefers the method that most providers support; they announce others. */
function clientAuthentication(metadata: oidc.ServerMetadata, secret: string): oidc.ClientAuth {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_post')
    ? oidc.ClientSecretPost(secret)
    : oidc.ClientSecretBasic(secret)
}

/**
 * Finds the addresses and keys of a provider by its issuer.
 * @throws Error with the cause when it is no OpenID Connect provider
 */
export async function discover({
  issuer,
  clientId,
  clientSecret,
}: OpenidClient): Promise<oidc.Configuration> {
  const server = new URL(issuer)
  // Settings accept http only on this machine.
  const insecure = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  const discovery = await oidc.discovery(server, clientId, clientSecret, undefined, {
    execute: insecure,
    timeout: TIMEOUT_SECONDS,
  })
  const metadata = discovery.serverMetadata()
  const configuration = new oidc.Configuration(
    metadata,
    clientId,
    clientSecret,
    clientAuthentication(metadata, clientSecret),
  )
  configuration.timeout = TIMEOUT_SECONDS
  for (const allow of insecure) allow(configuration)
  // Checks signatures of id tokens, although they come straight from the provider.
  oidc.enableNonRepudiationChecks(configuration)
  return configuration
}

const discovered = new Map<string, { at: number; configuration: Promise<oidc.Configuration> }>()

/** Like `discover`, remembered for an hour; a failure is not remembered. */
export function discoverOnce(client: OpenidClient): Promise<oidc.Configuration> {
  const key = JSON.stringify(client)
  const known = discovered.get(key)
  if (known && Date.now() - known.at < MAX_AGE_MS) return known.configuration
  const configuration = discover(client)
  discovered.clear()
  discovered.set(key, { at: Date.now(), configuration })
  configuration.catch(() => discovered.delete(key))
  return configuration
}

interface SignInRequest {
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

/** The address at the provider where a sign-in starts; PKCE binds its code to this browser. */
export const authorizationUrl = async (
  configuration: oidc.Configuration,
  { scopes }: Pick<OpenidClient, 'scopes'>,
  { redirectUri, state, nonce, codeVerifier }: SignInRequest,
): Promise<URL> =>
  oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })

interface SignInSecrets {
  state: string
  nonce: string
  verifier: string
}

export const randomSecrets = (): SignInSecrets => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
})

/** Checks the callback of a sign-in and exchanges its code for tokens. */
export const redeemCallback = (
  configuration: oidc.Configuration,
  callback: URL,
  { state, nonce, verifier }: SignInSecrets,
): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers> =>
  oidc.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })

/** Exchanges the code of a sign-in, whose state was checked, for its tokens. */
export const redeemCode = (
  configuration: oidc.Configuration,
  { code, redirectUri, codeVerifier }: { code: string; redirectUri: string; codeVerifier: string },
): Promise<oidc.TokenEndpointResponse> =>
  oidc.genericGrantRequest(configuration, 'authorization_code', {
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  })

/** The claims, completed by those that a provider only gives at its userinfo endpoint. */
export async function completeClaims(
  configuration: oidc.Configuration,
  claims: Claims,
  { accessToken, roleClaim }: { accessToken: string } & Pick<OpenidClient, 'roleClaim'>,
): Promise<Claims> {
  const isMissing =
    claims.email === undefined ||
    claims.email_verified === undefined ||
    (roleClaim !== null && claimAt(claims, roleClaim) === undefined)
  if (!isMissing || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  const info = await oidc.fetchUserInfo(configuration, accessToken, claims.sub)
  return mergeClaims(claims, info)
}
