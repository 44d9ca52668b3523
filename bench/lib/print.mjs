import { median, readable } from './figures.mjs'

export const say = line => process.stdout.write(`${line}\n`)

/** Prints aligned columns: the first to the left, numbers to the right. */
export function columns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)))
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    )
    say(`  ${cells.join('   ').trimEnd()}`)
  }
}

const spread = values =>
  values.length > 1 ? `${readable(Math.min(...values))} – ${readable(Math.max(...values))}` : ''

/** Prints the median of each row and the ratio of Coffer's first row to it. */
export function printTable({ title, unit, cpuUnit, rows, less = false }) {
  const own = median(rows[0].values)
  const head = [title, unit, 'lowest – highest', 'Coffer is', cpuUnit ?? '', 'durable']
  say('')
  columns([
    head,
    ...rows.map(row => {
      const value = median(row.values)
      const ratio = row === rows[0] ? '' : `${readable(own / value)} ×`
      const durable = row.durable ? 'yes' : 'no'
      const cpu = row.cpuMs?.length ? readable(median(row.cpuMs)) : ''
      return [row.title, readable(value), spread(row.values), ratio, cpu, durable]
    }),
  ])
  if (less) say('  (less is better)')
}

export function printTargets(targets) {
  if (targets.length === 0) return
  say('')
  columns([
    ['Targets', 'target', 'reached', ''],
    ...targets.map(({ what, target, value, unit, isMet }) => [
      what,
      target,
      readable(value) + unit,
      isMet ? 'met' : 'MISSED',
    ]),
  ])
}
