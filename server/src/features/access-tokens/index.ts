export { accessTokensRoutes } from './access-tokens.routes.ts'
export { clearExpiredTokens, revokeTokensOf } from './access-tokens.service.ts'
export { withAccessTokens } from './with-access-tokens.http.ts'
