import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nodeBinary, root } from '../../scripts/lib/paths.mjs'
import { serverArgs, serverEnvironment } from '../../scripts/lib/server-command.mjs'
import { digestOf } from '../lib/content.mjs'
import { startServer } from '../lib/server-process.mjs'

export const ADMIN_EMAIL = 'admin@example.test'
export const ADMIN_PASSWORD = 'correct horse battery staple'
const BOUNDARY = '----CofferBenchBoundary7MA4YWxkTrZu0gW'

const changing = (session, path, body) => ({
  method: 'POST',
  path,
  headers: { ...session.changing, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  body,
})

/** Builds a form like a browser, with the files last. */
function multipart(fields, files) {
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = name =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return [
    Buffer.from(parts.join('')),
    ...files.flatMap(({ name, content }) => [
      Buffer.from(head(name)),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]
}

const cookiesOf = response => response.headers.getSetCookie().map(cookie => cookie.split(';')[0])

/** Waits until the first administrator exists; the server answers before that. */
async function untilInstalled(origin) {
  for (;;) {
    const config = await (await fetch(`${origin}/api/config`)).json()
    if (config.installation === 'installation-done') return
    await pause(20)
  }
}

/** @returns the session's headers for reading calls and for changing calls */
async function signIn(origin) {
  await untilInstalled(origin)
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }),
  })
  if (!signedIn.ok) throw new Error(`signing in answered ${signedIn.status}`)
  const cookies = cookiesOf(signedIn)
  const user = await fetch(`${origin}/api/user`, { headers: { cookie: cookies.join('; ') } })
  if (!user.ok) throw new Error(`/api/user answered ${user.status}`)
  const all = [...new Set([...cookies, ...cookiesOf(user)])]
  const csrf = all.find(cookie => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? ''
  const reading = { cookie: all.join('; ') }
  return {
    reading,
    changing: {
      ...reading,
      'x-xsrf-token': decodeURIComponent(csrf),
      'x-requested-with': 'XMLHttpRequest',
    },
  }
}

export const LISTING = '/api/browse/folders/all?page=1'

export const coffer = {
  name: 'coffer',
  title: 'Coffer',
  durable: true,
  variants: {
    /** Small files like the web app sends them, and with one request each. */
    small: [
      { title: 'Coffer', checksums: true, filesPerRequest: 25 },
      { title: 'Coffer, one per request', checksums: true },
    ],
    /** Large files like the web app sends them over https, and without checksums of chunks. */
    big: [
      { title: 'Coffer', checksums: true },
      { title: 'Coffer, no checksums', checksums: false },
    ],
  },
  missing: () => undefined,
  version: () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,

  async start({ folder, port, env = {} }) {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir, { recursive: true })
    return startServer({
      command: nodeBinary,
      args: serverArgs.map(arg => (arg.startsWith('--') ? arg : join(root, arg))),
      port,
      folder,
      path: '/api/ping',
      env: {
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_EMAIL,
        ADMIN_PASSWORD,
        LOG_LEVEL: 'warn',
        // As in `npm start`.
        ...serverEnvironment,
        ...env,
      },
    })
  },

  /** Signs in; the client process needs the session besides the address. */
  open: signIn,
  /** Requests that make a server work once before its idle memory is measured. */
  visit: session => [{ method: 'GET', path: LISTING, headers: session.reading }],

  upload(session, { name, size, pieces }, { checksums } = { checksums: true }) {
    const uploadId = randomUUID()
    let offset = 0
    return pieces.map((piece, index) => {
      const fields = {
        filename: name,
        path: '',
        parent_id: '',
        extension: 'bin',
        is_last: String(index === pieces.length - 1),
        upload_id: uploadId,
        offset: String(offset),
        size: String(size),
        on_conflict: 'rename',
        ...(checksums && { checksum: `sha-256=${digestOf(piece)}` }),
      }
      offset += piece.length
      return changing(session, '/api/upload', multipart(fields, [{ name, content: piece }]))
    })
  },
  uploadMany(session, files, { checksums }, parentId = '') {
    const manifest = files.map(({ name, size, pieces: [content] }) => ({
      filename: name,
      size,
      upload_id: randomUUID(),
      ...(checksums && { checksum: `sha-256=${digestOf(content)}` }),
    }))
    const fields = { parent_id: parentId, manifest: JSON.stringify(manifest) }
    const parts = files.map(({ name, pieces: [content] }) => ({ name, content }))
    return changing(session, '/api/upload/batch', multipart(fields, parts))
  },
  /** Returns the path of the last file in the request. */
  pathOf(_request, { text }) {
    const { data } = JSON.parse(text)
    return `/file/${Array.isArray(data) ? data.at(-1).item.id : data.id}`
  },
  download: (session, path) => ({ method: 'GET', path, headers: session.reading }),
  remove(session, path) {
    const id = path.split('/').at(-1)
    const removal = force_delete => ({
      method: 'POST',
      path: '/api/remove',
      headers: { ...session.changing, 'content-type': 'application/json' },
      body: [Buffer.from(JSON.stringify({ items: [{ id, type: 'file', force_delete }] }))],
    })
    return [removal(false), removal(true)]
  },
}
