import { config } from '../../lib/config.ts'

interface Recaptcha {
  ready: (then: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

let scriptLoad: Promise<void> | undefined

/** ACC-25: a script that cannot be loaded rejects for all callers; the next call tries again. */
function load(source: string): Promise<void> {
  scriptLoad ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.onload = () => resolve()
    script.onerror = () => {
      scriptLoad = undefined
      script.remove()
      reject(new Error('The bot check could not be loaded.'))
    }
    document.head.append(script)
  })
  return scriptLoad
}

/** ACC-24: runs a challenge named after the action; returns undefined while the check is off. */
export async function challenge(action: 'sign_up' | 'contact'): Promise<string | undefined> {
  const { allowedRecaptcha, recaptchaSiteKey: siteKey, recaptchaUrl } = config()
  if (!allowedRecaptcha || siteKey === null || recaptchaUrl === null) return undefined
  await load(`${recaptchaUrl}.js?render=${encodeURIComponent(siteKey)}`)
  const check = window.grecaptcha
  if (!check) return undefined
  await new Promise<void>(resolve => check.ready(resolve))
  return check.execute(siteKey, { action })
}
