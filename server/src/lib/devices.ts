/** In this order, as most browsers name their forerunners too. */
const BROWSERS: readonly [sign: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [sign: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Whether it is carried about: what its owner would look for in a pocket. */
export const isHandheld = (userAgent = ''): boolean => /\b(Android|iPhone|iPad)\b/.test(userAgent)

/** How its owner would call a device: `Firefox, Android`. Null when it does not say. */
export function deviceOf(userAgent = ''): string | null {
  const named = [BROWSERS, SYSTEMS].flatMap(
    list => list.find(([sign]) => sign.test(userAgent))?.[1] ?? [],
  )
  return named.length > 0 ? named.join(', ') : null
}
