import { median, readable } from './figures.mjs'

export const say = line => process.stdout.write(`${line}\n`)

/** Columns as wide as their widest cell, the first to the left, numbers to the right. */
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

/** Every row beside Coffer's first: how many times its figure ours is. */
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

export function printTargets(verdicts) {
  if (verdicts.length === 0) return
  say('')
  columns([
    ['Targets', 'wanted', 'reached', ''],
    ...verdicts.map(({ what, wanted, value, unit, isMet }) => [
      what,
      wanted,
      readable(value) + unit,
      isMet ? 'met' : 'MISSED',
    ]),
  ])
}
