import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, readable } from './figures.mjs'
import { columns, say } from './print.mjs'

const file = join(import.meta.dirname, '..', 'history.md')

/** Ratios of one run, comparable across machines; only memory is an absolute figure. */
const ROWS = [
  { name: 'start ÷ node', table: 'start', against: 'node', less: true },
  { name: 'idle MiB', table: 'idle', less: true },
  { name: 'small ÷ tus', table: 'small', against: 'tus' },
  { name: 'small ÷ nginx', table: 'small', against: 'nginx' },
  { name: 'one per request ÷ tus', table: 'small', of: 'Coffer, one per request', against: 'tus' },
  { name: 'up ÷ tus', table: 'big-up', against: 'tus' },
  { name: 'up ÷ nginx', table: 'big-up', against: 'nginx' },
  { name: 'down ÷ nginx', table: 'big-down', against: 'nginx' },
  { name: 'down ÷ node', table: 'big-down', against: 'node' },
  { name: 'listing ÷ nginx', table: 'listing', of: 'Coffer, page 1 of 100,000', against: 'nginx' },
]

/** A row that got worse by more than this needs an explanation. */
const TOLERANCE = 0.1

function ratioOf({ table, of = 'Coffer', against }, tables) {
  const rows = tables.find(candidate => candidate.id === table)?.rows ?? []
  const own = rows.find(row => row.title === of)
  const peer = rows.find(row => row.name === against)
  if (!own || (against && !peer)) return undefined
  return median(own.values) / (peer ? median(peer.values) : 1)
}

/** @returns the ratios of the last recorded run, by name */
function readLast() {
  if (!existsSync(file)) return {}
  const lines = readFileSync(file, 'utf8').split('\n')
  const rows = lines.filter(line => line.startsWith('|')).map(cellsOf)
  const [head, , ...runs] = rows
  const last = runs.at(-1)
  if (!last) return {}
  const figures = head.map((name, index) => [name, Number(last[index])])
  return Object.fromEntries(figures.filter(([, value]) => Number.isFinite(value)))
}

const cellsOf = line =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())

const changeOf = ({ less }, before, now) => (less ? before / now : now / before) - 1

/** Prints each ratio with the last recorded one. */
export function compareWithLast(tables) {
  const last = readLast()
  const lines = ROWS.flatMap(row => {
    const now = ratioOf(row, tables)
    if (now === undefined) return []
    const before = last[row.name]
    const change = before === undefined ? undefined : changeOf(row, before, now)
    const shown = change === undefined ? 'new' : `${(change * 100).toFixed(0)} %`
    const label = change < -TOLERANCE ? 'WORSE' : ''
    return [[row.name, before === undefined ? '' : readable(before), readable(now), shown, label]]
  })
  say('')
  columns([['Compared with the last recorded run', 'before', 'now', 'better by', ''], ...lines])
}

/** Appends the ratios of a run to `bench/history.md`. */
export function keepInHistory(tables, { label, machine }) {
  if (!existsSync(file)) writeFileSync(file, heading())
  const cells = ROWS.map(row => ratioOf(row, tables)).map(value =>
    value === undefined ? '–' : readable(value),
  )
  const date = new Date().toISOString().slice(0, 10)
  appendFileSync(file, `| ${[date, label, machine, ...cells].join(' | ')} |\n`)
  say(`\nAdded to bench/history.md`)
}

function heading() {
  const names = ['date', 'code', 'machine', ...ROWS.map(row => row.name)]
  return `# Bench history

\`npm run bench:quick\` prints these ratios with the last row; \`npm run bench:quick -- --keep "what changed"\`
appends one. Each is a ratio within one run, comparable across machines. For \`start\` and \`idle\`
lower is better, for the others higher. A row that got worse by more than 10 % is explained below.

| ${names.join(' | ')} |
| ${names.map(() => '---').join(' | ')} |
`
}
