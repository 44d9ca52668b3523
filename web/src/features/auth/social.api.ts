import { type Provider, socialRedirect } from '@coffer/contract/social'
import { api } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'

/** Returns the providers that the server has keys for. */
export function offeredProviders(): Provider[] {
  const { allowedGoogleLogin, allowedGithubLogin, allowedFacebookLogin, allowedOpenidLogin } =
    config()
  return [
    ...(allowedOpenidLogin ? (['openid'] as const) : []),
    ...(allowedGoogleLogin ? (['google'] as const) : []),
    ...(allowedGithubLogin ? (['github'] as const) : []),
    ...(allowedFacebookLogin ? (['facebook'] as const) : []),
  ]
}

/** Opens the provider's sign-in page, which returns to `redirect`. */
export async function redirectToProvider(provider: Provider, redirect: string): Promise<void> {
  const { data } = await api(socialRedirect, { params: { provider }, query: { redirect } })
  window.location.assign(data.url)
}
