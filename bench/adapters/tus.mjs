import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinary } from '../../scripts/lib/paths.mjs'
import { missingPackage, packageVersion } from '../lib/programs.mjs'
import { startServer } from '../lib/server-process.mjs'

const program = join(import.meta.dirname, '..', 'lib', 'tus-server.mjs')
const PROTOCOL = { 'tus-resumable': '1.0.0' }
const base64 = text => Buffer.from(text).toString('base64')

export const tus = {
  name: 'tus',
  title: '@tus/server, FileStore',
  durable: false,
  missing: () => missingPackage('@tus/server'),
  version: () => packageVersion('@tus/server'),

  async start({ folder, port }) {
    const files = join(folder, 'files')
    mkdirSync(files, { recursive: true })
    const args = [program, files, String(port)]
    return startServer({ command: nodeBinary, args, port, folder })
  },

  /** Creation with upload: one request per file, the fastest method of the protocol. */
  upload: (_session, { name, size, pieces }) => [
    {
      method: 'POST',
      path: '/files',
      headers: {
        ...PROTOCOL,
        'upload-length': size,
        'upload-metadata': `filename ${base64(name)}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: pieces,
    },
  ],
  pathOf: (_request, { headers }) => headers.location,
  download: (_session, path) => ({ method: 'GET', path }),
  remove: (_session, path) => [{ method: 'DELETE', path, headers: PROTOCOL }],
}
