import { LISTING } from '../adapters/coffer.mjs'
import { nginx } from '../adapters/nginx.mjs'
import { smallFiles } from '../lib/content.mjs'
import { load } from '../lib/load.mjs'
import { startSeeded } from '../lib/seeded.mjs'
import { takeTurns, withCpu } from '../lib/turns.mjs'

const CONNECTIONS = 32
const SECONDS = 4
const MANY = 100_000
const FEW = 100

/** Measures pages of 50 of a large folder, compared with a static file of 10 KiB. */
export async function listing({ stage, options, say, isSelected }) {
  const peers = [await seeded(stage, MANY), await seeded(stage, FEW)]
  if (isSelected(nginx)) peers.push(await withStaticFile(stage))
  return measurePages({ peers, options, say })
}

/** Requests the page of each server over many connections. */
export async function measurePages({ peers, options, say }) {
  for (const peer of peers) await load({ ...peer.request, connections: CONNECTIONS, seconds: 1 })
  const rows = await takeTurns({ peers, options, say }, async ({ peer, record }) => {
    const request = { ...peer.request, connections: CONNECTIONS, seconds: SECONDS }
    const { value, cpu } = await withCpu(peer, async () => ({ value: await load(request) }))
    record('listing', { value, cpuMs: (cpu * 1000) / (value * SECONDS) })
  })
  for (const peer of peers) await peer.stop()
  return [
    {
      id: 'listing',
      title: `Signed-in page of 50, ${CONNECTIONS} connections`,
      unit: 'requests/s',
      cpuUnit: 'CPU ms per request',
      rows: rows.listing,
    },
  ]
}

export async function seeded(stage, count) {
  const name = `coffer-${count}`
  const peer = await startSeeded(stage, name, count)
  const title = `Coffer, page 1 of ${count.toLocaleString('en')}`
  const page = await withPage(peer, count, title)
  return { ...page, adapter: { ...page.adapter, name } }
}

/** A server with the request of its first page, which is checked. */
export async function withPage(peer, count, title) {
  const headers = peer.session.reading
  const answer = await fetch(peer.origin + LISTING, { headers })
  const { data, meta } = await answer.json()
  if (data.length !== 50 || meta.paginate.total !== count)
    throw new Error(`The page holds ${data.length} of ${meta.paginate.total} items`)
  return {
    ...peer,
    adapter: { ...peer.adapter, title, variants: undefined },
    request: { url: peer.origin + LISTING, headers },
  }
}

export async function withStaticFile(stage) {
  const peer = await stage.start(nginx, 'nginx-static')
  const [file] = smallFiles(0, 1)
  await peer.client({ kind: 'requests', list: nginx.upload(peer.session, file) })
  const title = 'nginx, static file of 10 KiB'
  return { ...peer, adapter: { ...nginx, title }, request: { url: `${peer.origin}/${file.name}` } }
}
