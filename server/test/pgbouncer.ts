import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'

/** The unprivileged account of Debian; PgBouncer does not run as root. */
const UNPRIVILEGED = 65_534

/** Debian installs it outside of the PATH of users. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

const isOpen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Starts PgBouncer in transaction mode before a database. `url` is the database at PgBouncer. */
export async function openPgBouncer(
  url: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const program = FOLDERS.map(folder => join(folder, 'pgbouncer')).find(existsSync)
  if (!program) throw new Error('PgBouncer is missing: install the package "pgbouncer"')
  const target = new URL(url)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'coffer-pgbouncer-'))
  async function writePublic(name: string, text: string): Promise<string> {
    const file = join(folder, name)
    await writeFile(file, text)
    await chmod(file, 0o644)
    return file
  }
  await chmod(folder, 0o755)
  const users = await writePublic('users.txt', `"${target.username}" "${target.password}"\n`)
  const settings = [
    '[databases]',
    `* = host=${target.hostname} port=${target.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 5',
    // As docs/operate.md says.
    'server_login_retry = 1',
  ]
  const configuration = await writePublic('pgbouncer.ini', `${settings.join('\n')}\n`)
  const child = spawn(program, ['--quiet', configuration], {
    ...(process.getuid?.() === 0 && { uid: UNPRIVILEGED, gid: UNPRIVILEGED }),
    stdio: 'ignore',
  })
  const clear = () => child.kill('SIGKILL')
  process.once('exit', clear)
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const pooled = new URL(url)
  pooled.hostname = '127.0.0.1'
  pooled.port = String(port)
  return {
    url: pooled.href,
    async stop() {
      process.off('exit', clear)
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts PgBouncer until the test has finished. @returns the address of the database there */
export async function startPgBouncer(url: string): Promise<string> {
  const pooler = await openPgBouncer(url)
  onTestFinished(() => pooler.stop())
  return pooler.url
}
