import { once } from 'node:events'
import { ApiSession } from './lib/api-session.mjs'
import {
  demoFavourites,
  demoItems,
  demoShares,
  demoTrash,
  demoVersions,
} from './lib/demo-files.mjs'
import { environment } from './lib/environment.mjs'
import { nodeBinary } from './lib/paths.mjs'
import { exitCode, main, Refusal, say, start, stop } from './lib/run.mjs'
import { serverArgs, serverEnvironment } from './lib/server-command.mjs'
import { ready } from './ready.mjs'

const DEMO = { name: 'Demo User', email: 'demo@example.com', password: 'a quay full of lanterns' }
const origin = `http://127.0.0.1:${environment.PORT ?? '3000'}`

/**
 * Adds a demo account with files to the server that runs on this machine, or to its data folder. In a
 * new data folder the account, whose password is public, becomes the administrator.
 */
await main(async () => {
  if (await isRunning()) return await seed()
  await ready()
  const server = startServer()
  try {
    await untilReady(server)
    await seed()
  } finally {
    await stop(server)
  }
})

/** On a fresh data folder the demo user becomes the administrator. */
function startServer() {
  const admin = {
    ADMIN_NAME: DEMO.name,
    ADMIN_EMAIL: DEMO.email,
    ADMIN_PASSWORD: DEMO.password,
  }
  return start(nodeBinary, serverArgs, {
    env: { LOG_LEVEL: 'warn', ...serverEnvironment, ...admin, ...environment, HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function isRunning() {
  const response = await fetch(`${origin}/api/ping`).catch(() => undefined)
  return response?.ok ?? false
}

/** The server prints its address once it is set up and listens. */
async function untilReady(server) {
  const printed = once(server.stdout, 'data').then(() => true)
  const isReady = await Promise.race([printed, exitCode(server).then(() => false)])
  if (!isReady) throw new Refusal('The server ended before it could be seeded.')
  server.stdout.resume()
}

async function seed() {
  const session = new ApiSession(origin)
  await signIn(session)
  const home = await session.call('GET', '/api/browse/folders/all')
  if (home.data.length > 0) say('The demo account has files already, so nothing was added.')
  else await addEverything(session)
  say(`Sign in at ${origin} as ${DEMO.email} with the password “${DEMO.password}”.`)
  await warnOfPublicPassword(session)
}

async function warnOfPublicPassword(session) {
  const { data } = await session.call('GET', '/api/user')
  const rights =
    data.attributes.role === 'admin' ? 'is the ADMINISTRATOR of this server' : 'can sign in'
  say(
    `Warning: this account ${rights}, and its password is public. Don't let others reach the server.`,
  )
}

async function signIn(session) {
  const { email, password } = DEMO
  const known = await session.send('POST', '/api/auth/sign-in/email', { email, password })
  if (known.status < 400) return
  const { user } = await session.call('POST', '/api/auth/sign-up/email', DEMO)
  if (!user) throw new Refusal(`Confirm ${email} by the link in the outbox, then seed again.`)
}

async function addEverything(session) {
  const items = new Map()
  await addItems(session, demoItems(), { items, path: '', parentId: '' })
  for (const [path, content] of Object.entries(demoVersions)) {
    const { parentId, name } = items.get(path)
    await upload(session, name, { content: content(), parentId, onConflict: 'replace' })
  }
  const ids = demoFavourites.map(path => items.get(path).id)
  await session.call('POST', '/api/favourites', { ids })
  for (const { path, permission } of demoShares) {
    const { id, type } = items.get(path)
    await session.call('POST', '/api/share', { id, type, permission })
  }
  const removed = demoTrash.map(path => ({ id: items.get(path).id, type: items.get(path).type }))
  await session.call('POST', '/api/remove', { items: removed })
}

/** Adds entries to a folder and records each item by its path. */
async function addItems(session, entries, { items, path, parentId }) {
  for (const entry of entries) {
    const { data } = entry.items
      ? await addFolder(session, entry, parentId)
      : await upload(session, entry.name, { content: entry.content, parentId })
    const itemPath = path + entry.name
    items.set(itemPath, { id: data.id, type: data.type, name: entry.name, parentId })
    if (entry.items)
      await addItems(session, entry.items, { items, path: `${itemPath}/`, parentId: data.id })
  }
}

function addFolder(session, { name, emoji, color }, parentId) {
  const body = { name, emoji, color, parent_id: parentId || null }
  return session.call('POST', '/api/create-folder', body)
}

function upload(session, name, { content, parentId, onConflict = 'rename' }) {
  const form = new FormData()
  form.append('filename', name)
  form.append('parent_id', parentId)
  form.append('on_conflict', onConflict)
  form.append('file', new Blob([content]), name)
  return session.call('POST', '/api/upload', form)
}
