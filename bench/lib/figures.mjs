export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Returns the value that the given percentage of values does not exceed. */
export const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor((values.length * share) / 100))
  ]

/** Rotates the list so that each round starts with another member. */
export const turned = (list, by) => list.map((_, index) => list[(index + by) % list.length])

export const MIB = 1024 ** 2

/** Rounds to three significant digits. */
export function readable(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)))
}
