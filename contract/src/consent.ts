/** Stores whether statistics and advertising of other companies may load: `accepted` or `declined`. */
export const CONSENT_COOKIE = 'coffer.consent'
export const CONSENT_DAYS = 180

/** Whether statistics and advertising may load on a page: only where guests read public content. */
export const allowsThirdParties = (path: string): boolean =>
  path === '/' || /^\/(page|share)\//.test(path)
