import type { ClientConfig } from '@coffer/contract/config'
import { CONSENT_COOKIE, CONSENT_DAYS } from '@coffer/contract/consent'
import { readCookie, storeCookie } from './cookies.ts'

export type Consent = 'accepted' | 'declined'

/** The local setting that is `read` once the cookie notice was answered. */
export const NOTICE_SETTING = 'cookie-notice'

type VisitorConfig = Pick<ClientConfig, 'googleAnalytics' | 'adsense' | 'isAuthenticated' | 'host'>

/** The answer of this browser; undefined without one. */
export function readConsent(): Consent | undefined {
  const value = readCookie(CONSENT_COOKIE)
  return value === 'accepted' || value === 'declined' ? value : undefined
}

/** Stores the answer. The page is loaded again, because its policy decides what may load. */
export const storeConsent = (consent: Consent): void =>
  storeCookie(CONSENT_COOKIE, consent, CONSENT_DAYS)

/** Whether something of other companies would load after consent. Users' own pages never ask. */
export const needsConsent = ({
  googleAnalytics,
  adsense,
  isAuthenticated,
}: VisitorConfig): boolean =>
  !isAuthenticated && (googleAnalytics !== null || Boolean(adsense?.clientId))

const isAllowed = (config: VisitorConfig): boolean =>
  needsConsent(config) && readConsent() === 'accepted'

function addScript(url: string): void {
  const script = document.createElement('script')
  script.src = url
  script.async = true
  document.head.append(script)
}

let isLoaded = false

declare global {
  interface Window {
    dataLayer?: unknown[]
    adsbygoogle?: unknown[]
  }
}

/** Loads visitor statistics and advertising if this browser accepted them. */
export function loadThirdParties(config: VisitorConfig): void {
  if (isLoaded || !isAllowed(config)) return
  isLoaded = true
  const { googleAnalytics: id, adsense } = config
  if (id !== null) {
    window.dataLayer ??= []
    const { dataLayer } = window
    // Google's script reads these as `arguments`, not as arrays.
    const gtag = function (..._: unknown[]) {
      // biome-ignore lint/complexity/noArguments: see above.
      dataLayer.push(arguments)
    }
    gtag('js', new Date())
    // Without the query and the secret part of a link.
    gtag('config', id, { page_location: location.origin + publicPath(location.pathname) })
    addScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
  }
  if (adsense?.clientId)
    addScript(
      `https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${encodeURIComponent(adsense.clientId)}`,
    )
}

const publicPath = (path: string): string => path.replace(/^\/share\/.*/, '/share')

/** Shows advertising in an empty element, if this browser accepted it. */
export function showAd(place: HTMLElement, slot: string, config: VisitorConfig): void {
  const client = config.adsense?.clientId
  if (!client || !isAllowed(config)) return
  const ad = document.createElement('ins')
  ad.className = 'adsbygoogle'
  ad.style.display = 'block'
  Object.assign(ad.dataset, { adClient: client, adSlot: slot, adFormat: 'auto' })
  ad.dataset.fullWidthResponsive = 'true'
  place.append(ad)
  place.hidden = false
  window.adsbygoogle ??= []
  window.adsbygoogle.push({})
}
