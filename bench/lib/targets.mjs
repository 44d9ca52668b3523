import { median } from './figures.mjs'

/** What Coffer is to reach. A factor is against a peer in the same run; without one it is a limit. */
const TARGETS = [
  { table: 'small', of: 'Coffer', against: 'tus', factor: 2 },
  { table: 'small', of: 'Coffer', against: 'nginx', factor: 0.4 },
  { table: 'small', of: 'Coffer, one a request', against: 'tus', factor: 0.8 },
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

/** The targets that this run can tell about, each with what was reached. */
export const judge = tables =>
  TARGETS.flatMap(target => {
    const table = tables.find(one => one.id === target.table)
    const own = figureOf(table?.rows.find(row => row.title === target.of))
    if (own === undefined) return []
    if (target.against === undefined) return [judgeLimit(target, table, own)]
    const peer = table.rows.find(row => row.name === target.against)
    if (peer && target.mostTimes)
      return [judgeTimes(target, table, own / figureOf(peer), peer.title)]
    return peer ? [judgeRatio(target, table, own / figureOf(peer), peer.title)] : []
  })

function judgeLimit({ of, most, below }, table, value) {
  const isMet = most === undefined ? value < below : value <= most
  const wanted = most === undefined ? `< ${below} ${table.unit}` : `≤ ${most} ${table.unit}`
  return { what: `${table.title}: ${of}`, wanted, value, unit: ` ${table.unit}`, isMet }
}

const judgeRatio = ({ of, factor }, table, value, peer) => ({
  what: `${table.title}: ${of} beside ${peer}`,
  wanted: `≥ ${factor} ×`,
  value,
  unit: ' ×',
  isMet: value >= factor,
})

const judgeTimes = ({ of, mostTimes }, table, value, peer) => ({
  what: `${table.title}: ${of} beside ${peer}`,
  wanted: `≤ ${mostTimes} ×`,
  value,
  unit: ' ×',
  isMet: value <= mostTimes,
})
