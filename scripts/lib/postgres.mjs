import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage } from './apt.mjs'
import { environment, programFolders } from './environment.mjs'
import { freePort } from './free-port.mjs'
import { exitCode, Refusal } from './run.mjs'

const debianFolder = '/usr/lib/postgresql'

/**
 * Starts a PostgreSQL for one test run, or uses the one of TEST_POSTGRES_URL.
 *
 * @param parentFolder of the cluster's folder; by default that of temporary files
 */
export async function startPostgres(parentFolder) {
  const named = environment.TEST_POSTGRES_URL
  return named ? { url: named, stop: async () => {} } : startOwnPostgres(parentFolder)
}

const SHARED_MEMORY = '/dev/shm'
/** Runs of the largest test files took up to 370 MB, the cluster's log included. */
const MIN_MEMORY_BYTES = 640 * 1024 * 1024

/**
 * Memory, if there is enough. Each test database is a thousand files, and ext4 takes up to a second
 * to create as many shortly after others were deleted.
 */
export function memoryFolder() {
  if (!existsSync(SHARED_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize < MIN_MEMORY_BYTES ? tmpdir() : SHARED_MEMORY
}

/** Starts a PostgreSQL that can be restarted. */
export async function startOwnPostgres(parentFolder = tmpdir()) {
  const binaries = await provideBinaries()
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(parentFolder, 'coffer-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
    const spawnOptions = { ...account, cwd: folder, env: { PATH: environment.PATH, LC_ALL: 'C' } }
    await initialise(join(binaries, 'initdb'), folder, spawnOptions)
    const port = await freePort()
    const open = () => serve(join(binaries, 'postgres'), folder, port, spawnOptions)
    let server = await open()
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      async restart() {
        await shutDown(server)
        server = await open()
      },
      async stop() {
        await shutDown(server)
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function provideBinaries() {
  if (!findBinaries()) await installPackage('postgresql')
  const installed = findBinaries()
  if (installed) return installed
  throw new Refusal(
    'The PostgreSQL server is missing: install the package "postgresql" or set TEST_POSTGRES_URL.',
  )
}

/** Debian installs the server's programs outside the PATH, in one folder per version. */
function findBinaries() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  const folders = [...programFolders(), ...newestFirst.map(v => join(debianFolder, v, 'bin'))]
  return folders.find(f => ['initdb', 'postgres'].every(name => existsSync(join(f, name))))
}

/** PostgreSQL refuses to run as root. */
function unprivilegedAccount() {
  if (process.getuid() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const account = ['postgres', 'nobody'].flatMap(name => accounts.filter(a => a[0] === name))[0]
  if (!account) throw new Refusal('PostgreSQL does not run as root, and there is no other account.')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

async function initialise(initdb, folder, spawnOptions) {
  const args = ['--pgdata', join(folder, 'data'), '--username', 'postgres', '--auth', 'trust']
  const child = spawn(initdb, [...args, '--encoding', 'UTF8', '--no-locale', '--no-sync'], {
    ...spawnOptions,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const code = await exitCode(child)
  if (code !== 0) throw new Refusal(`PostgreSQL could not be set up:\n${output()}`)
}

async function serve(postgres, folder, port, spawnOptions) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    // The cluster is deleted after the run, so nothing has to survive a power cut.
    fsync: 'off',
    full_page_writes: 'off',
    max_wal_size: '128MB',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', join(folder, 'data'), '-p', String(port), ...flags], {
    ...spawnOptions,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const listening = new Promise(resolve => {
    child.stderr.on('data', () => output().includes('ready to accept connections') && resolve(true))
  })
  if ((await Promise.race([listening, exitCode(child)])) === true) return child
  throw new Refusal(`PostgreSQL did not start:\n${output()}`)
}

/** Reads all output, because a full pipe would block the server, and keeps the first 20,000 characters. */
function collect(child) {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      if (text.length < 20_000) text += chunk
    })
  }
  return () => text
}

async function shutDown(server) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGINT')
  await exited
}
