import { config } from './config.ts'

/** Returns why this page cannot use passkeys; null when it can. */
export function passkeyObstacle(): 'address' | 'other-address' | null {
  const { hostname } = window.location
  // Browsers bind passkeys to a domain name, over HTTPS.
  if (!('PublicKeyCredential' in window) || /^[\d.]+$|:/.test(hostname)) return 'address'
  // They are bound to the host of APP_URL; the browser rejects them on any other host.
  return hostname === new URL(config().host).hostname ? null : 'other-address'
}
