import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The identity that a provider returned. Better Auth names no user when it refuses a sign-in, and no
 * linked account when it accepts one.
 */
export interface ProviderIdentity {
  email?: string
  /** The provider's permanent id of the user. */
  subject?: string
  /** All claims of an OpenID Connect provider. */
  claims?: Record<string, unknown> & { sub: string }
  /** False when a first sign-in creates no account. */
  mayCreate?: boolean
}

export const identityStorage = new AsyncLocalStorage<ProviderIdentity>()
