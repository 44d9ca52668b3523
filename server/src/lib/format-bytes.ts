const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

/** Decimal units, as disks are sold: 1 kB is 1000 B. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} ${UNITS[power]}`
}
