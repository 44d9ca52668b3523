import type { SocialProvider } from '@coffer/contract/social'

export const FACEBOOK_VERSION = 'v24.0'

/** Where a provider exchanges codes for tokens; `origin` replaces its usual one. */
export function tokenUrlOf(provider: SocialProvider, origin: string | undefined): string {
  switch (provider) {
    case 'google':
      return `${origin ?? 'https://oauth2.googleapis.com'}/token`
    case 'github':
      return `${origin ?? 'https://github.com'}/login/oauth/access_token`
    case 'facebook':
      return `${origin ?? 'https://graph.facebook.com'}/${FACEBOOK_VERSION}/oauth/access_token`
  }
}
