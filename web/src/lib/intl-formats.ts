/** Making a format costs a hundred times what using it does, and lists use the same few for every row. */
const kept = new Map<string, unknown>()

function keep<F>(kind: string, locale: string, options: object, make: () => F): F {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`
  const known = kept.get(key) as F | undefined
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  return made
}

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}) =>
  keep('number', locale, options, () => new Intl.NumberFormat(locale, options))

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  keep('date', locale, options, () => new Intl.DateTimeFormat(locale, options))

export const relativeFormat = (locale: string, options: Intl.RelativeTimeFormatOptions) =>
  keep('relative', locale, options, () => new Intl.RelativeTimeFormat(locale, options))
