import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinary } from '../../scripts/lib/paths.mjs'
import { missingPackage, packageFolder, packageVersion } from '../lib/programs.mjs'
import { putAndGet } from '../lib/put-and-get.mjs'
import { startServer } from '../lib/server-process.mjs'

const OFF = ['auth', 'open', 'console', 'terminal', 'log'].map(option => `--no-${option}`)

export const cloudcmd = {
  name: 'cloudcmd',
  title: 'Cloud Commander',
  durable: false,
  missing: () => missingPackage('cloudcmd'),
  version: () => packageVersion('cloudcmd'),
  ...putAndGet('/api/v1/fs/'),

  async start({ folder, port }) {
    const files = join(folder, 'files')
    mkdirSync(files, { recursive: true })
    const program = join(packageFolder('cloudcmd'), 'bin', 'cloudcmd.mjs')
    const args = [program, '--root', files, '--port', String(port), ...OFF]
    // Keeps its settings out of the user's home folder.
    const env = { IP: '127.0.0.1', HOME: folder }
    return startServer({ command: nodeBinary, args, port, folder, env })
  },
}
