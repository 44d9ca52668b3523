import { median } from './figures.mjs'

/** Coffer's targets: a factor compares with a peer of the same run, the others are absolute limits. */
const TARGETS = [
  { table: 'small', of: 'Coffer', against: 'tus', factor: 2 },
  { table: 'small', of: 'Coffer', against: 'nginx', factor: 0.4 },
  { table: 'small', of: 'Coffer, one per request', against: 'tus', factor: 0.8 },
  { table: 'big-up', of: 'Coffer', against: 'nginx', factor: 0.6 },
  { table: 'big-up', of: 'Coffer', against: 'tus', factor: 1 },
  { table: 'big-up', of: 'Coffer, no checksums', against: 'nginx', factor: 0.6 },
  { table: 'big-down', of: 'Coffer', against: 'nginx', factor: 0.6 },
  { table: 'listing', of: 'Coffer, page 1 of 100,000', against: 'nginx', factor: 0.03 },
  { table: 'listing', of: 'Coffer, page 1 of 100,000', against: 'coffer-100', factor: 0.5 },
  { table: 'search', of: 'Coffer', below: 50 },
  { table: 'start', of: 'Coffer', against: 'node', mostTimes: 5 },
  { table: 'idle', of: 'Coffer', most: 120 },
  { table: 'memory', of: 'Coffer, up', below: 250 },
  { table: 'memory', of: 'Coffer, down', below: 250 },
]

const figureOf = row => (row ? median(row.values) : undefined)

/** Returns the targets that this run measured, each with the value reached. */
export const checkTargets = tables =>
  TARGETS.flatMap(target => {
    const table = tables.find(candidate => candidate.id === target.table)
    const own = figureOf(table?.rows.find(row => row.title === target.of))
    if (own === undefined) return []
    if (target.against === undefined) return [checkLimit(target, table, own)]
    const peer = table.rows.find(row => row.name === target.against)
    if (peer && target.mostTimes)
      return [checkMaximumRatio(target, table, own / figureOf(peer), peer.title)]
    return peer ? [checkMinimumRatio(target, table, own / figureOf(peer), peer.title)] : []
  })

function checkLimit({ of, most, below }, table, value) {
  const isMet = most === undefined ? value < below : value <= most
  const target = most === undefined ? `< ${below} ${table.unit}` : `≤ ${most} ${table.unit}`
  return { what: `${table.title}: ${of}`, target, value, unit: ` ${table.unit}`, isMet }
}

const checkMinimumRatio = ({ of, factor }, table, value, peer) => ({
  what: `${table.title}: ${of} compared with ${peer}`,
  target: `≥ ${factor} ×`,
  value,
  unit: ' ×',
  isMet: value >= factor,
})

const checkMaximumRatio = ({ of, mostTimes }, table, value, peer) => ({
  what: `${table.title}: ${of} compared with ${peer}`,
  target: `≤ ${mostTimes} ×`,
  value,
  unit: ' ×',
  isMet: value <= mostTimes,
})
