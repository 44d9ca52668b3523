import { Agent } from 'node:http'
import { send } from './http.mjs'

/** Calls of Coffer's only user that prepare a measurement. */
export function callsOf({ adapter, origin, session }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  async function post(path, body) {
    const headers = { ...session.changing, 'content-type': 'application/json' }
    const request = { method: 'POST', path, headers, body: [Buffer.from(JSON.stringify(body))] }
    return JSON.parse((await send(agent, origin, request)).text)
  }
  return {
    post,
    async makeFolder(name, parent_id = null) {
      return (await post('/api/create-folder', { name, parent_id })).data.id
    },
    /** @param files each `{ name, size, pieces }`, several per request */
    async upload(files, parentId = '', inARequest = 25) {
      const ids = []
      for (let start = 0; start < files.length; start += inARequest) {
        const some = files.slice(start, start + inARequest)
        const request = adapter.uploadMany(session, some, { checksums: false }, parentId)
        const { data } = JSON.parse((await send(agent, origin, request)).text)
        ids.push(...data.map(({ item }) => item.id))
      }
      return ids
    },
    /** Uploads one large file in chunks. */
    async uploadLarge(file) {
      let answer
      for (const request of adapter.upload(session, file, { checksums: false }))
        answer = await send(agent, origin, request)
      return JSON.parse(answer.text).data.id
    },
    close: () => agent.destroy(),
  }
}
