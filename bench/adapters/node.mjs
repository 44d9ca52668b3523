import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinary } from '../../scripts/lib/paths.mjs'
import { putAndGet } from '../lib/put-and-get.mjs'
import { startServer } from '../lib/server-process.mjs'

const program = join(import.meta.dirname, '..', 'lib', 'node-server.mjs')

/** A bare Node.js server that only streams between sockets and files. */
export const node = {
  name: 'node',
  title: 'Node.js alone',
  durable: false,
  missing: () => undefined,
  version: () => process.version,
  ...putAndGet(),

  async start({ folder, port }) {
    const files = join(folder, 'files')
    mkdirSync(files, { recursive: true })
    const args = [program, files, String(port)]
    return startServer({ command: nodeBinary, args, port, folder })
  },
}
