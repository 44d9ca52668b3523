/**
 * Runs all calls on a thousand files at the bottom of the deepest allowed tree and reports how long
 * `/api/ping` had to wait during each:
 *   npm run deep-tree -- [--installed] [--folder /tmp] [--limit 100] [--levels 100]
 * Fails when it waited longer than the limit, in milliseconds. Each call runs three times and the fastest
 * counts, because other load on the machine only adds to the times.
 */
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { main, Refusal, say } from '../scripts/lib/run.mjs'
import { ready } from '../scripts/ready.mjs'
import { ADMIN_PASSWORD, coffer } from './adapters/coffer.mjs'
import { callsOf } from './lib/coffer-calls.mjs'
import { smallFiles } from './lib/content.mjs'
import { openStage } from './lib/stage.mjs'

const FILES = 1000
const ROUNDS = 3
const LONG_NAME = 'n'.repeat(240)

const refsOf = (ids, type = 'file') => ids.map(id => ({ id, type }))

/** @returns the ids of the folders from the top down, and of the files at the bottom */
async function fill(calls, levels) {
  const folders = []
  for (let level = 0; level < levels; level += 1)
    folders.push(await calls.makeFolder(`${level} ${LONG_NAME}`, folders.at(-1) ?? null))
  return { folders, files: await calls.upload(smallFiles(0, FILES), folders.at(-1), 100) }
}

/** Returns named calls, ordered so that each finds the data it needs. */
function callsOn({ folders, files, target, token }) {
  const [top, bottom] = [folders[0], folders.at(-1)]
  const items = refsOf(files)
  const selection = { items }
  const tree = refsOf([top], 'folder')
  const entries = smallFiles(0, FILES).map(({ name, size }) => ({ filename: name, size }))
  return [
    ['browse the folder', 'GET', `/api/browse/folders/${bottom}`],
    ['browse the tree', 'GET', `/api/browse/navigation/${bottom}`],
    ['where a file lies', 'GET', `/api/items/${files[0]}/ancestors`],
    ['all files', 'GET', '/api/filter?page=10'],
    ['files below the top', 'GET', `/api/filter?custom=${top}`],
    ['recent files', 'GET', '/api/browse/latest'],
    ['search', 'GET', '/api/search?q=small&per_page=50'],
    ['search below the top', 'GET', `/api/search?q=small&in=${top}&per_page=50`],
    ['report', 'GET', '/api/reports/items'],
    ['largest files', 'GET', '/api/user/storage/largest'],
    ['storage', 'GET', '/api/user/storage'],
    ['ask about an upload', 'POST', '/api/upload/preflight', { parent_id: bottom, entries }],
    ['keep a selection', 'POST', '/api/zip/selections', selection],
    ['keep a selection as a guest', 'POST', `/api/sharing/zip/selections/${token}`, selection],
    ['zip of the files', 'POST', '/api/zip', selection],
    ['zip of the files as a guest', 'POST', `/api/sharing/zip/${token}`, selection],
    ['zip of the tree', 'GET', `/api/zip?items=${top}|folder`],
    ['search as a guest', 'GET', `/api/sharing/search/${token}?q=small`],
    ['conflicts', 'POST', '/api/conflicts', { items, to_id: target }],
    ['mark the files', 'POST', '/api/favourites', { ids: files.slice(0, 100) }],
    ['copy the files', 'POST', '/api/copy', { items, to_id: target }],
    ['move the files', 'POST', '/api/move', { items, to_id: target }],
    ['move the files back', 'POST', '/api/move', { items, to_id: bottom }],
    ['remove the files', 'POST', '/api/remove', { items }],
    ['browse the trash', 'GET', '/api/browse/trash/all'],
    ['restore conflicts', 'POST', '/api/trash/conflicts', { items }],
    ['restore the files', 'POST', '/api/trash/restore', { items }],
    ['remove all in the folder', 'POST', '/api/remove', { select_all_in: { folder_id: bottom } }],
    ['restore all', 'POST', '/api/trash/restore', { select_all_in: {} }],
    ['copy the tree', 'POST', '/api/copy', { items: tree, to_id: null }],
    ['remove the tree', 'POST', '/api/remove', { items: tree }],
    ['restore the tree', 'POST', '/api/trash/restore', { items: tree }],
    ['export all data', 'POST', '/api/user/data-export', { password: ADMIN_PASSWORD }],
    ['delete the export', 'DELETE', '/api/user/data-export'],
  ].map(([name, method, path, body]) => ({ name, method, path, body }))
}

/** Background work of a call must not count for the next one. */
const SETTLE_MS = 400

async function longestPing({ origin, session }, pings, { method, path, body }) {
  const longestWait = async () => {
    pings.postMessage('')
    return (await once(pings, 'message'))[0]
  }
  await longestWait()
  const answer = await fetch(origin + path, {
    method,
    headers: { ...session.changing, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  await answer.arrayBuffer()
  await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
  return { status: answer.status, ms: await longestWait() }
}

async function measure(stage, { limit, levels }) {
  const peer = await stage.start(coffer)
  const calls = callsOf(peer)
  const pings = new Worker(new URL('./lib/ping-worker.mjs', import.meta.url), {
    workerData: peer.origin,
  })
  say(`Filling ${levels} nested folders with ${FILES} files …`)
  const tree = await fill(calls, levels)
  const target = await calls.makeFolder('target')
  const bottom = { id: tree.folders.at(-1), type: 'folder', permission: 'editor' }
  const token = (await calls.post('/api/share', bottom)).data.attributes.token
  calls.close()
  const best = new Map()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const call of callsOn({ ...tree, target, token })) {
      const { status, ms } = await longestPing(peer, pings, call)
      if (status >= 300) throw new Refusal(`${call.name} was answered with ${status}`)
      best.set(call.name, Math.min(best.get(call.name) ?? Number.POSITIVE_INFINITY, ms))
    }
  await pings.terminate()
  await peer.stop()
  for (const [name, ms] of best) say(`${ms.toFixed(0).padStart(6)} ms  ${name}`)
  const slow = [...best].filter(([, ms]) => ms > limit).map(([name]) => name)
  if (slow.length > 0)
    throw new Refusal(`A ping waited longer than ${limit} ms: ${slow.join(', ')}.`)
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      installed: { type: 'boolean', default: false },
      folder: { type: 'string', default: tmpdir() },
      limit: { type: 'string', default: '100' },
      levels: { type: 'string', default: '100' },
    },
  })
  if (!values.installed) await ready()
  const stage = openStage(values.folder)
  try {
    await measure(stage, { limit: Number(values.limit), levels: Number(values.levels) })
  } finally {
    await stage.close()
  }
})
