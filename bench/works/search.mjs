import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../scripts/lib/paths.mjs'
import { percentile } from '../lib/figures.mjs'
import { randomFrom, variedSearch } from '../lib/names.mjs'
import { startSeeded } from '../lib/seeded.mjs'

const FILES = 1_000_000
const SEARCHES = 500
/** A scan takes seconds, so fewer are measured. */
const SCANS = 20
const requireOfServer = createRequire(join(root, 'server', 'package.json'))

/** Searches a million files through the spotlight, compared with LIKE. */
export async function search({ stage, say }) {
  say(`  seeding ${FILES.toLocaleString('en')} files`)
  const peer = await startSeeded(stage, 'coffer-search', FILES, '--names', 'varied')
  const data = join(peer.folder, 'data')
  const random = randomFrom(7)
  const searches = Array.from({ length: SEARCHES }, () => variedSearch(random))
  const headers = peer.session.reading
  const ask = async words => {
    const query = new URLSearchParams({ query: words, per_page: '20' })
    const answer = await fetch(`${peer.origin}/api/search?${query}`, { headers })
    if (!answer.ok) throw new Error(`${words}: ${answer.status}`)
    return answer.json()
  }
  for (const words of searches.slice(0, 20)) await ask(words)
  say('  searching')
  const ours = await timesOf(searches, ask)
  await peer.stop()
  say('  scanning')
  const scan = openScan(data)
  const theirs = await timesOf(searches.slice(0, SCANS), scan)
  const row = (name, title, times) => ({
    name,
    title,
    durable: true,
    values: [percentile(times, 95)],
  })
  return [
    {
      id: 'search',
      title: `95 of 100 searches among ${FILES.toLocaleString('en')} names within`,
      unit: 'ms',
      less: true,
      rows: [row('coffer', 'Coffer', ours), row('like', 'LIKE on the same table', theirs)],
    },
  ]
}

/** A search without an index: every word anywhere in the name, newest first. */
function openScan(data) {
  const Sqlite = requireOfServer('better-sqlite3')
  const sqlite = new Sqlite(join(data, 'coffer.db'), { readonly: true })
  return words => {
    const parts = words.toLowerCase().split(' ')
    const all = parts.map(() => 'name_key like ?').join(' and ')
    return sqlite
      .prepare(
        `select id, name from items where trashed_at is null and ${all} order by created_at desc limit 20`,
      )
      .all(parts.map(part => `%${part}%`))
  }
}

async function timesOf(list, work) {
  const times = []
  for (const one of list) {
    const begin = performance.now()
    await work(one)
    times.push(performance.now() - begin)
  }
  return times
}
