import type { OAuthProvider } from '@better-auth/core/oauth2'
import { decodeJwt } from 'jose'
import { isSameText } from '../../../lib/signing.ts'
import type { OpenidClient } from '../../settings/index.ts'
import { type Claims, subjectOf, userOf } from './claims.rules.ts'
import { identityStorage } from './provider-identity.ts'

/** Loads the library of the protocol on first use: servers without such a provider do not need it. */
export const loadProtocol = () => import('./openid-connect.ts')

/** Used while no provider is set up; calls are refused before they reach it. */
export const NO_CLIENT: OpenidClient = {
  issuer: '',
  clientId: '',
  clientSecret: '',
  scopes: '',
  roleClaim: null,
}

/**
 * Any OpenID Connect provider. The identity comes from a signed token of its issuer with our audience
 * and this sign-in's nonce; the code is bound to this browser by PKCE.
 */
export function openid(client: OpenidClient): OAuthProvider<Claims> {
  return {
    id: 'openid',
    name: 'OpenID Connect',
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => subjectOf(String(profile.iss), profile.sub),
    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce = '' }) {
      const { authorizationUrl, discoverOnce } = await loadProtocol()
      return authorizationUrl(await discoverOnce(client), client, {
        redirectUri: redirectURI,
        state,
        nonce: idTokenNonce,
        codeVerifier,
      })
    },
    async validateAuthorizationCode({ code, codeVerifier = '', redirectURI }) {
      const { discoverOnce, redeemCode } = await loadProtocol()
      const tokens = await redeemCode(await discoverOnce(client), {
        code,
        redirectUri: redirectURI,
        codeVerifier,
      })
      return { accessToken: tokens.access_token, idToken: tokens.id_token }
    },
    async getUserInfo({ idToken, accessToken = '', expectedIdTokenNonce }) {
      if (idToken === undefined) throw new Error('the provider sent no id token')
      // Its signature, issuer, audience and times were verified when it was received.
      const token = decodeJwt<Claims>(idToken)
      if (!expectedIdTokenNonce || !isSameText(String(token.nonce), expectedIdTokenNonce))
        throw new Error('the id token is for another sign-in')
      const { completeClaims, discoverOnce } = await loadProtocol()
      const { roleClaim } = client
      const sources = { accessToken, roleClaim }
      const claims = await completeClaims(await discoverOnce(client), token, sources)
      const identity = identityStorage.getStore()
      if (identity) identity.claims = claims
      return { user: userOf(claims), data: claims }
    },
  }
}
