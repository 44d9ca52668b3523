interface SizedColumn {
  id: string
  /** Smallest width in px. */
  width: number
}

/**
 * Returns the columns that fit, from the first on; the first is always among them.
 * @param available width in px for all columns together
 */
export function fitColumns(columns: readonly SizedColumn[], available: number): string[] {
  let used = 0
  const fitting: string[] = []
  for (const { id, width } of columns) {
    used += width
    if (fitting.length > 0 && used > available) break
    fitting.push(id)
  }
  return fitting
}
