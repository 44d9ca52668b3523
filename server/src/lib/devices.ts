/** In this order, because most browsers also name their predecessors. */
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

/** Whether the device is a phone or a tablet. */
export const isHandheld = (userAgent = ''): boolean => /\b(Android|iPhone|iPad)\b/.test(userAgent)

/** A readable device name such as `Firefox, Android`; null if unknown. */
export function deviceOf(userAgent = ''): string | null {
  const named = [BROWSERS, SYSTEMS].flatMap(
    list => list.find(([sign]) => sign.test(userAgent))?.[1] ?? [],
  )
  return named.length > 0 ? named.join(', ') : null
}
