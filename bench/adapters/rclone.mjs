import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, missingProgram, versionOf } from '../lib/programs.mjs'
import { putAndGet } from '../lib/put-and-get.mjs'
import { startServer } from '../lib/server-process.mjs'

export const rclone = {
  name: 'rclone',
  title: 'rclone WebDAV',
  durable: false,
  missing: () => missingProgram('rclone', 'rclone'),
  version: () => versionOf('rclone', 'version'),
  ...putAndGet(),

  async start({ folder, port }) {
    const files = join(folder, 'files')
    mkdirSync(files, { recursive: true })
    const options = ['--addr', `127.0.0.1:${port}`, '--config', '']
    const args = ['serve', 'webdav', files, ...options]
    return startServer({ command: findProgram('rclone'), args, port, folder })
  },
}
