import type { ClientConfig } from '@coffer/contract/config'
import { api } from './api.ts'

let current: ClientConfig | undefined

/** The server writes the configuration into the page; Vite's page has none and asks for it. */
export async function loadConfig(): Promise<ClientConfig> {
  const written = document.getElementById('coffer-config')?.textContent
  current = written ? (JSON.parse(written) as ClientConfig) : await askForConfig()
  return current
}

async function askForConfig(): Promise<ClientConfig> {
  const { getConfig } = await import('@coffer/contract/config')
  return api(getConfig, {})
}

/** The client configuration, which is there before anything is drawn. */
export function config(): ClientConfig {
  if (!current) throw new Error('The configuration is read before it was loaded.')
  return current
}

/** What signing in, signing up or finishing the installation changes without a new page. */
export function updateConfig(change: Partial<ClientConfig>): void {
  current = { ...config(), ...change }
}
