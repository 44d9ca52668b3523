const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** Formats bytes in decimal units: 1 kB is 1000 B. */
export function formatBytes(bytes: number, locale = 'en'): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  const parts = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: 'narrow',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).formatToParts(value)
  const text = (isUnit: boolean) =>
    parts
      .filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit)
      .map(({ value }) => value)
      .join('')
  return `${text(false)} ${text(true)}`
}
