export { accessTokensRoutes } from './access-tokens.routes.ts'
export { clearExpiredTokens, revokeAllTokens } from './access-tokens.service.ts'
export { withAccessTokens } from './with-access-tokens.http.ts'
