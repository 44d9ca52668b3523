/** Writes a decimal text ("1234.5") as the readers of a locale type it: "1234,5" in Spanish. */
export function toTyped(decimal: string, locale: string): string {
  return decimal.replace('.', separatorOf('decimal', locale) === ',' ? ',' : '.')
}

/**
 * Reads a number that a person typed as a decimal text: "12.5", "1,234.50", "1.234,50". The last
 * separator starts the decimals, unless the locale groups with it and three digits follow. Spaces
 * and apostrophes are read only between groups of three digits in locales that group with them.
 *
 * @returns undefined if it isn't a number.
 */
export function readTyped(text: string, locale: string): string | undefined {
  const [, sign, typed = ''] = /^([-−]?)\s*(.*)$/.exec(text.trim()) ?? []
  const digits = withoutGroupMarks(typed, locale)
  if (!/^[\d.,]+$/.test(digits) || !/\d/.test(digits)) return undefined
  const { whole, fraction } = splitDecimals(digits, locale)
  if (whole === undefined) return undefined
  return `${sign ? '-' : ''}${whole || '0'}${fraction ? `.${fraction}` : ''}`
}

function withoutGroupMarks(digits: string, locale: string): string {
  const group = separatorOf('group', locale) ?? ''
  const mark = ['\\s', "['’]"].find(mark => new RegExp(mark).test(group))
  if (!mark) return digits
  const groups = new RegExp(`^[1-9]\\d{0,2}(${mark}\\d{3})+(?![^.,])`)
  return digits.replace(groups, whole => whole.replace(/\D/g, ''))
}

function splitDecimals(
  digits: string,
  locale: string,
): { whole: string | undefined; fraction: string } {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return { whole: digits, fraction: '' }
  const separator = digits.charAt(last)
  const isRepeated = digits.indexOf(separator) !== last
  // No number that is grouped starts with a zero.
  const isGroup =
    isRepeated ||
    (separator === separatorOf('group', locale) && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits))
  if (isGroup) return { whole: ungrouped(digits, separator), fraction: '' }
  const other = separator === '.' ? ',' : '.'
  return { whole: ungrouped(digits.slice(0, last), other), fraction: digits.slice(last + 1) }
}

function separatorOf(type: 'group' | 'decimal', locale: string): string | undefined {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(12_345.5)
  return parts.find(part => part.type === type)?.value
}

/** Returns the digits of whole units, or undefined if the groups don't have three digits. */
function ungrouped(text: string, separator: string): string | undefined {
  const groups = text.split(separator)
  if (groups.length === 1) return /^\d*$/.test(text) ? text : undefined
  const [first = '', ...others] = groups
  const isWell = /^\d{1,3}$/.test(first) && others.every(group => /^\d{3}$/.test(group))
  return isWell ? groups.join('') : undefined
}
