import { type Provider, socialRedirect } from '@coffer/contract/social'
import { api } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'

/** Those that this server knows. */
export function offeredProviders(): Provider[] {
  const { allowedGoogleLogin, allowedGithubLogin, allowedFacebookLogin } = config()
  return [
    ...(allowedGoogleLogin ? (['google'] as const) : []),
    ...(allowedGithubLogin ? (['github'] as const) : []),
    ...(allowedFacebookLogin ? (['facebook'] as const) : []),
  ]
}

/** Leaves for the provider, which sends back to `redirect`. */
export async function redirectToProvider(provider: Provider, redirect: string): Promise<void> {
  const { data } = await api(socialRedirect, { params: { provider }, query: { redirect } })
  window.location.assign(data.url)
}
