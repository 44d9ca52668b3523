import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coffer } from '../adapters/coffer.mjs'
import { nginx } from '../adapters/nginx.mjs'
import { callsOf } from '../lib/coffer-calls.mjs'
import { bigFile } from '../lib/content.mjs'
import { MIB } from '../lib/figures.mjs'
import { findProgram } from '../lib/programs.mjs'
import { takeTurns, withCpu } from '../lib/turns.mjs'

const FILES = 1000

/** Downloads a folder of a thousand files as one archive, compared with a ready archive and `zip -0`. */
export async function zip({ stage, options, say, isSelected }) {
  // A batch accepts files of up to 1 MiB, so a thousand files make a GB, not a GiB.
  const bytes = options.big * 1000
  const files = Array.from({ length: FILES }, (_, index) => {
    const { size, pieces } = bigFile('', bytes)
    return { name: `file-${index}.bin`, size, pieces }
  })
  const peers = [await withFolder(stage, files)]
  if (isSelected(nginx)) peers.push(await withArchive(stage, files))
  if (findProgram('zip')) peers.push(zipProgram(stage, files))
  const rows = await takeTurns({ peers, options, say }, async ({ peer, record }) => {
    const size = (bytes * FILES) / MIB
    const { seconds, cpu } = peer.pid ? await withCpu(peer, peer.pack) : await peer.pack()
    record('zip', { value: size / seconds, cpuMs: cpu && (cpu * 1000) / size })
  })
  for (const peer of peers) await peer.stop?.()
  return [
    {
      id: 'zip',
      title: `A folder of ${FILES} files, ${(bytes * FILES) / 1e6} MB, as one archive`,
      unit: 'MiB/s',
      cpuUnit: 'CPU ms per MiB',
      rows: rows.zip,
    },
  ]
}

async function timed(work) {
  const startedAt = performance.now()
  await work()
  return { seconds: (performance.now() - startedAt) / 1000 }
}

async function readWhole(url, headers = {}) {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  let bytes = 0
  for await (const piece of answer.body) bytes += piece.length
  const announced = Number(answer.headers.get('content-length'))
  if (bytes !== announced) throw new Error(`${url} sent ${bytes} of ${announced} bytes`)
}

async function withFolder(stage, files) {
  const peer = await stage.start(coffer, 'coffer-zip')
  const calls = callsOf(peer)
  const id = await calls.makeFolder('Files')
  await calls.upload(files, id, 8)
  calls.close()
  const url = `${peer.origin}/api/zip?items=${id}|folder`
  const pack = () => timed(() => readWhole(url, peer.session.reading))
  // Small files have checksums; those of chunked files are computed by the first archive.
  await pack()
  return { ...peer, adapter: { ...coffer, variants: undefined }, pack }
}

function onDisk(stage, files) {
  const folder = join(stage.folder, 'plain-files')
  mkdirSync(folder, { recursive: true })
  for (const { name, pieces } of files) writeFileSync(join(folder, name), Buffer.concat(pieces))
  return folder
}

/** The maximum of the machine: one ready file that is only sent. */
async function withArchive(stage, files) {
  const peer = await stage.start(nginx, 'nginx-zip')
  const content = Buffer.concat(files.flatMap(file => file.pieces))
  writeFileSync(join(peer.folder, 'files', 'ready.zip'), content)
  const pack = () => timed(() => readWhole(`${peer.origin}/ready.zip`))
  return { ...peer, adapter: { ...nginx, title: 'nginx, one file as large' }, pack }
}

function zipProgram(stage, files) {
  const folder = onDisk(stage, files)
  const command = 'zip -0 -q -r - . > /dev/null'
  const pack = () => timed(() => execFileSync('sh', ['-c', command], { cwd: folder }))
  return { adapter: { name: 'zip', title: 'zip -0, no server', durable: false }, pack }
}
