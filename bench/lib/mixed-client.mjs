import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { send } from './http.mjs'

/** How often each operation is chosen, as shares of all. */
const SHARES = { list: 30, download: 25, upload: 20, search: 10, rename: 10, remove: 5 }
const DECK = Object.entries(SHARES).flatMap(([name, share]) => Array(share).fill(name))
/** Kept files of a client; above this, more are removed. */
const MAX_FILES = 200

/**
 * A client that works in a folder of its own, one call after the other.
 * @param record receives the name of each operation and its milliseconds
 */
export function mixedClient({ origin, session, adapter }, { folder, label, files, record }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const own = []
  let made = 0
  const read = path => send(agent, origin, { method: 'GET', path, headers: session.reading })
  const any = () => own[randomInt(own.length)]

  const operations = {
    async upload() {
      made += 1
      const file = files[made % files.length]
      const named = { ...file, name: `${label} report ${made}.bin` }
      const request = adapter.uploadMany(session, [named], { checksums: true }, folder)
      const { data } = JSON.parse((await send(agent, origin, request)).text)
      own.push(data[0].item.id)
    },
    list: () => read(`/api/browse/folders/${folder}?page=1`),
    download: () => read(`/file/${any()}`),
    search: () => read(`/api/search?query=${encodeURIComponent(`${label} rep`)}`),
    rename() {
      const path = `/api/rename/${any()}`
      const body = JSON.stringify({ name: `${label} renamed ${made}.bin`, type: 'file' })
      const headers = { ...session.changing, 'content-type': 'application/json' }
      return send(agent, origin, { method: 'PATCH', path, headers, body: [Buffer.from(body)] })
    },
    async remove() {
      const [id] = own.splice(randomInt(own.length), 1)
      for (const request of adapter.remove(session, `/file/${id}`))
        await send(agent, origin, request)
    },
  }
  function next() {
    if (own.length === 0) return 'upload'
    return own.length > MAX_FILES ? 'remove' : DECK[randomInt(DECK.length)]
  }

  return {
    async step() {
      const name = next()
      const startedAt = performance.now()
      await operations[name]()
      record(name, performance.now() - startedAt)
    },
    close: () => agent.destroy(),
  }
}
