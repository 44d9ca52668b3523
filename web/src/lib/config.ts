import type { ClientConfig } from '@coffer/contract/config'
import { api } from './api.ts'

let current: ClientConfig | undefined

/**
 * Reads the configuration that the server writes into the page; the page of the Vite dev server
 * fetches it.
 */
export async function loadConfig(): Promise<ClientConfig> {
  const embedded = document.getElementById('coffer-config')?.textContent
  current = embedded ? (JSON.parse(embedded) as ClientConfig) : await fetchConfig()
  return current
}

async function fetchConfig(): Promise<ClientConfig> {
  const { getConfig } = await import('@coffer/contract/config')
  return api(getConfig, {})
}

/** Returns the client configuration, which is loaded before the first render. */
export function config(): ClientConfig {
  if (!current) throw new Error('The configuration is read before it was loaded.')
  return current
}

/** Applies changes of the configuration, for example after signing in, without a new page. */
export function updateConfig(change: Partial<ClientConfig>): void {
  current = { ...config(), ...change }
}
