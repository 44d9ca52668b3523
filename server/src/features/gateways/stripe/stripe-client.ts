import Stripe from 'stripe'
import type { StripeOptions } from '../gateway-options.ts'

/** The version that the types of the SDK describe; webhooks are registered with it too. */
export const API_VERSION = '2026-10-28.endive'

export interface StripeContext {
  stripe: Stripe
  options: StripeOptions
}

export function createContext(options: StripeOptions): StripeContext {
  const { protocol, hostname, port } = new URL(options.url)
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: options.timeoutMs,
    // With the same idempotency key.
    maxNetworkRetries: 1,
    // Otherwise the SDK writes a file to the home folder.
    telemetry: false,
  })
  return { stripe, options }
}

type Metadata = Record<string, string> | null | undefined

/** Marks objects, as an account may be shared by several installations. */
export const marked = (
  { options }: StripeContext,
  values: Record<string, string>,
): Record<string, string> => ({ installation: options.installation, ...values })

export const isOurs = ({ options }: StripeContext, metadata: Metadata): boolean =>
  metadata?.installation === options.installation

export const msOf = (seconds: number): number => seconds * 1000

export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)
