import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, missingProgram, versionOf } from '../lib/programs.mjs'
import { putAndGet } from '../lib/put-and-get.mjs'
import { startServer } from '../lib/server-process.mjs'

const MODULES = '/usr/lib/apache2/modules'
const LOADED = ['mpm_event', 'authz_core', 'dav', 'dav_fs', 'dav_lock', 'mime']

const load = name => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`

const config = ({ folder, port, isRoot }) => `
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/error.log
${LOADED.map(load).join('\n')}
${isRoot ? 'User www-data\nGroup www-data' : ''}
TypesConfig /etc/mime.types
KeepAlive On
MaxKeepAliveRequests 0
LimitRequestBody 0
EnableSendfile On
DavLockDB ${folder}/locks/db
DocumentRoot ${folder}/files
<Directory ${folder}/files>
  Dav On
  Require all granted
</Directory>
`

/** Apache drops root privileges, so its files belong to the user it switches to. */
function giveToWorker(path) {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^www-data:[^:]*:(\d+):(\d+):/m)
  if (line) chownSync(path, Number(line[1]), Number(line[2]))
}

export const apache = {
  name: 'apache',
  title: 'Apache mod_dav',
  durable: false,
  missing: () =>
    missingProgram('apache2', 'apache2') ??
    (existsSync(`${MODULES}/mod_dav.so`) ? undefined : 'no mod_dav here'),
  version: () => versionOf('apache2', '-v'),
  ...putAndGet(),

  async start({ folder, port }) {
    const isRoot = process.getuid() === 0
    for (const name of ['files', 'locks']) {
      mkdirSync(join(folder, name), { recursive: true })
      if (isRoot) giveToWorker(join(folder, name))
    }
    const file = join(folder, 'apache.conf')
    writeFileSync(file, config({ folder, port, isRoot }))
    const args = ['-f', file, '-D', 'FOREGROUND']
    return startServer({ command: findProgram('apache2'), args, port, folder })
  },
}
