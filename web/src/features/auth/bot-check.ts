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

let loading: Promise<void> | undefined

/** Spec §8: a script that can't be loaded rejects for all who wait; the next one tries anew. */
function load(source: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.onload = () => resolve()
    script.onerror = () => {
      loading = undefined
      script.remove()
      reject(new Error('The bot check could not be loaded.'))
    }
    document.head.append(script)
  })
  return loading
}

/** Spec §7: runs a challenge by the name of an action; nothing while the check is off. */
export async function challenge(action: 'sign_up' | 'contact'): Promise<string | undefined> {
  const { allowedRecaptcha, recaptchaSiteKey: siteKey, recaptchaUrl } = config()
  if (!allowedRecaptcha || siteKey === null || recaptchaUrl === null) return undefined
  await load(`${recaptchaUrl}.js?render=${encodeURIComponent(siteKey)}`)
  const check = window.grecaptcha
  if (!check) return undefined
  await new Promise<void>(resolve => check.ready(resolve))
  return check.execute(siteKey, { action })
}
