export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** So many of a hundred are at most this. */
export const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor((values.length * share) / 100))
  ]

/** The list turned so that another member comes first: nobody always has the first turn. */
export const turned = (list, by) => list.map((_, index) => list[(index + by) % list.length])

export const MIB = 1024 ** 2

/** Three digits that count; the noise eats the rest. */
export function readable(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)))
}
