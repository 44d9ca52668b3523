import { config } from './config.ts'

/** Why this page can't use passkeys; null when it can. */
export function passkeyObstacle(): 'address' | 'other-address' | null {
  const { hostname } = window.location
  // Browsers bind passkeys to a domain name, over HTTPS.
  if (!('PublicKeyCredential' in window) || /^[\d.]+$|:/.test(hostname)) return 'address'
  // They are bound to the host of APP_URL, and the browser refuses them on any other.
  return hostname === new URL(config().host).hostname ? null : 'other-address'
}
