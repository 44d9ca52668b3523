import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installPackage } from './apt.mjs'
import { environment, programFolders } from './environment.mjs'
import { freePort } from './free-port.mjs'
import { exitCode, Refusal } from './run.mjs'

/** The programs of Ceph's object store, with their Debian packages. */
const PROGRAMS = {
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  ceph: 'ceph-common',
}

/** A busy machine is slow; a step that takes longer waits for something that is not there. */
const STEP_MS = 180_000

const ACCESS_KEY = 'coffer-test'
const SECRET_KEY = 'coffer-test-secret'

const VARIABLES = ['TEST_S3_ENDPOINT', 'TEST_S3_ACCESS_KEY_ID', 'TEST_S3_SECRET_ACCESS_KEY']

/**
 * Starts an S3 store for one test run, or uses the one of TEST_S3_ENDPOINT: Ceph with one monitor, one
 * store of objects and its gateway, on this machine alone.
 * @param diskBytes keeps the objects, compressed, in a sparse file of this size; in memory without it
 * @param freesSpace frees the space of removed objects within a minute, for long runs
 * @returns the variables that name it to tests
 */
export async function startObjectStore({ diskBytes, freesSpace = false } = {}) {
  if (environment.TEST_S3_ENDPOINT) {
    const env = Object.fromEntries(VARIABLES.map(name => [name, environment[name]]))
    return { env, stop: async () => {} }
  }
  await providePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'coffer-ceph-'))
  const running = []
  async function stop() {
    for (const child of running.reverse()) {
      const ended = exitCode(child)
      child.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const gatewayPort = await freePort()
    const fsid = randomUUID()
    const monitor = `v2:127.0.0.1:${await freePort()}`
    for (const name of ['mon', 'osd', 'run']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'keyring'), keyring())
    const conf = join(folder, 'ceph.conf')
    writeFileSync(
      conf,
      configuration({ folder, fsid, monitor, gatewayPort, diskBytes, freesSpace }),
    )
    const run = (program, ...args) => finish(program, ['-c', conf, ...args], folder)
    const serve = (program, ...args) => {
      const child = spawn(program, ['-c', conf, ...args, '-f'], { cwd: folder, stdio: 'ignore' })
      running.push(child)
      return child
    }
    await finish(
      'monmaptool',
      ['--create', '--fsid', fsid, '--addv', 'a', `[${monitor}]`, 'map'],
      folder,
    )
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'map', '--keyring', 'keyring')
    serve('ceph-mon', '-i', 'a')
    const osd = randomUUID()
    await run('ceph', 'osd', 'new', osd)
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
    serve('ceph-osd', '-i', '0')
    const keys = ['--access-key', ACCESS_KEY, '--secret-key', SECRET_KEY]
    await run(
      'radosgw-admin',
      'user',
      'create',
      '--uid',
      'coffer',
      '--display-name',
      'Coffer',
      ...keys,
    )
    const endpoint = `http://127.0.0.1:${gatewayPort}`
    let gateway
    async function startGateway() {
      gateway = serve('radosgw', '-n', 'client.rgw')
      await answering(endpoint, gateway)
    }
    await startGateway()
    const env = {
      TEST_S3_ENDPOINT: endpoint,
      TEST_S3_ACCESS_KEY_ID: ACCESS_KEY,
      TEST_S3_SECRET_ACCESS_KEY: SECRET_KEY,
    }
    /** Kills the gateway, and starts it again; objects stay. */
    async function restart() {
      const ended = exitCode(gateway)
      gateway.kill('SIGKILL')
      await ended
      running.splice(running.indexOf(gateway), 1)
      await startGateway()
    }
    return { env, stop, restart }
  } catch (error) {
    await stop()
    throw error
  }
}

async function providePrograms() {
  const missing = () =>
    Object.entries(PROGRAMS)
      .filter(([program]) => !programFolders().some(folder => existsSync(join(folder, program))))
      .map(([, name]) => name)
  if (missing().length > 0) await installPackage(...missing())
  if (missing().length === 0) return
  throw new Refusal(
    `The S3 server of the tests is missing: install the packages "${missing().join('", "')}" or set ${VARIABLES.join(', ')}.`,
  )
}

async function answering(endpoint, gateway) {
  const startedAt = performance.now()
  while (gateway.exitCode === null && performance.now() - startedAt < STEP_MS) {
    const answer = await fetch(endpoint).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Refusal('The S3 server of the tests did not start.')
}

async function finish(program, args, cwd) {
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: STEP_MS,
  })
  let output = ''
  child.stderr.on('data', chunk => {
    output += chunk
  })
  const code = await exitCode(child)
  if (code !== 0)
    throw new Refusal(`The S3 server of the tests did not start: ${program}: ${lastLineOf(output)}`)
}

const lastLineOf = output => output.trim().split('\n').at(-1)

/** A key of Ceph: type, time of creation, length and 16 bytes. */
function cephKey() {
  const head = Buffer.alloc(12)
  head.writeUInt16LE(1, 0)
  head.writeUInt32LE(Math.floor(Date.now() / 1000), 2)
  head.writeUInt16LE(16, 10)
  return Buffer.concat([head, randomBytes(16)]).toString('base64')
}

const keyring = () =>
  ['mon.', 'client.admin', 'client.rgw', 'osd.0']
    .map(
      name =>
        `[${name}]\n\tkey = ${cephKey()}\n\tcaps mon = "allow *"\n\tcaps osd = "allow *"\n\tcaps mgr = "allow *"\n`,
    )
    .join('')

function configuration({ folder, fsid, monitor, gatewayPort, diskBytes, freesSpace }) {
  const objects = diskBytes
    ? {
        'osd objectstore': 'bluestore',
        'bluestore block size': diskBytes,
        'bluestore compression mode': 'force',
        'bluestore compression algorithm': 'lz4',
        'bluestore compression min blob size': 64 * 1024,
        'osd memory target': 2 * 1024 ** 3,
      }
    : { 'osd objectstore': 'memstore', 'memstore device bytes': 8 * 1024 ** 3 }
  const settings = {
    fsid,
    'mon host': monitor,
    'mon initial members': 'a',
    'mon data': join(folder, 'mon'),
    'osd data': join(folder, 'osd'),
    'run dir': join(folder, 'run'),
    keyring: join(folder, 'keyring'),
    'public addr': '127.0.0.1',
    'cluster addr': '127.0.0.1',
    'ms bind msgr1': false,
    'admin socket': '',
    'log file': '',
    'mon cluster log file': '',
    'clog to monitors': false,
    // One copy in one group, because nothing has to survive.
    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 1,
    'osd pool default pgp num': 1,
    'osd pool default pg autoscale mode': 'off',
    'osd crush chooseleaf type': 0,
    'mon allow pool size one': true,
    // Each step of the start waits for an agreement of the monitor with itself.
    'paxos propose interval': 0.02,
    'paxos min wait': 0.01,
    'osd max object name len': 256,
    'osd max object namespace len': 64,
    'rgw frontends': `beast endpoint=127.0.0.1:${gatewayPort}`,
    'rgw data': join(folder, 'run'),
    'rgw thread pool size': 64,
    'rgw enable gc threads': freesSpace,
    // A gateway that dies within a completion keeps others from it for so many seconds, 600 by default.
    'rgw mp lock max time': 10,
    'rgw gc obj min wait': 30,
    'rgw gc processor period': 30,
    'rgw enable lc threads': false,
    'rgw run sync thread': false,
    'rgw dynamic resharding': false,
    'rgw override bucket index max shards': 1,
    ...objects,
  }
  return `[global]\n${Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')}`
}
