import {
  createAuthorizationURL,
  type OAuth2Tokens,
  type OAuthProvider,
} from '@better-auth/core/oauth2'
import type { Provider } from '@coffer/contract/social'
import { z } from 'zod'
import { askNamedServer } from '../../../outbound/named-server.ts'
import type { SocialKeys } from '../../settings/index.ts'

/** The endpoints of a provider; only the server configuration can replace their origins. */
export interface ProviderDescription {
  id: Provider
  name: string
  authorizationUrl: string
  tokenUrl: string
  scopes: readonly string[]
}

const Tokens = z.object({ access_token: z.string().min(1), id_token: z.string().optional() })

type OAuthBase = Pick<
  OAuthProvider,
  'id' | 'name' | 'createAuthorizationURL' | 'validateAuthorizationCode'
>

/** The OAuth steps that all providers share: authorization with state and PKCE, code for token. */
export const oauthBase = (
  { id, name, authorizationUrl, tokenUrl, scopes }: ProviderDescription,
  keys: SocialKeys,
): OAuthBase => ({
  id,
  name,
  createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
    createAuthorizationURL({
      id,
      options: keys,
      authorizationEndpoint: authorizationUrl,
      state,
      codeVerifier,
      redirectURI,
      scopes: [...scopes],
      ...(idTokenNonce !== undefined && { nonce: idTokenNonce }),
    }),
  async validateAuthorizationCode({ code, codeVerifier = '', redirectURI }): Promise<OAuth2Tokens> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectURI,
      code_verifier: codeVerifier,
      client_id: keys.clientId,
      client_secret: keys.clientSecret,
    })
    const tokens = await askNamedServer(tokenUrl, { method: 'POST', body: form }, Tokens)
    return { accessToken: tokens.access_token, idToken: tokens.id_token }
  },
})

/** Requests a URL of the provider with the user's access token. */
export const fetchAs = <S extends z.ZodType>(
  { accessToken = '' }: OAuth2Tokens,
  url: string,
  schema: S,
): Promise<z.output<S>> =>
  askNamedServer(url, { headers: { authorization: `Bearer ${accessToken}` } }, schema)
