/**
 * Downloads one real archive with more than 65,535 entries and more than 4 GiB, and opens it with other
 * programs:
 *   npm run verify-zip -- [--small] [--installed] [--folder /tmp]
 * The connection is interrupted half way and the rest is requested by range. The server's resident memory
 * is measured during the download.
 */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { main, Refusal, say } from '../scripts/lib/run.mjs'
import { ready } from '../scripts/ready.mjs'
import { coffer } from './adapters/coffer.mjs'
import { callsOf } from './lib/coffer-calls.mjs'
import { bigFile, GIB, hashOf, smallFiles } from './lib/content.mjs'
import { MIB } from './lib/figures.mjs'
import { residentMemory, watchPeak } from './lib/process-figures.mjs'
import { openStage } from './lib/stage.mjs'

const run = promisify(execFile)
const FULL = { doublings: 10, largeBytes: 1.1 * GIB, copies: 3 }
const SMALL = { doublings: 2, largeBytes: 8 * MIB, copies: 1 }
const MEMORY_GROWTH_LIMIT = 100 * MIB
const ODD_NAMES = [
  'größe – 数量.txt',
  'e\u0301t\u00e9.txt',
  '😀 smile.txt',
  'back\\slash:.txt',
  'CON.txt',
]

async function verify(stage, plan) {
  const peer = await stage.start(coffer)
  say('Filling a folder …')
  const { query, hash, entries } = await fill(peer, plan)
  const path = join(stage.folder, 'archive.zip')
  const before = residentMemory(peer.pid)
  const stop = watchPeak(peer.pid)
  const startedAt = performance.now()
  const length = await downloadInTwo(peer, query, path)
  const seconds = (performance.now() - startedAt) / 1000
  const peak = stop()
  await peer.stop()
  say(`${length.toLocaleString('en')} bytes in ${seconds.toFixed(1)} s, interrupted once half way`)
  say(`resident memory ${mib(before)} before, at most ${mib(peak)} meanwhile`)
  require(peak - before < MEMORY_GROWTH_LIMIT, 'the memory grew with the archive')
  require((await stat(path)).size === length, 'the archive has another length than declared')
  await openWithAll(path, entries, hash)
}

const mib = bytes => `${Math.round(bytes / MIB)} MiB`

function require(condition, message) {
  if (!condition) throw new Refusal(`Verification failed: ${message}.`)
}

/** Adds small files that are doubled by copying, copies of a large one, odd names and empty folders. */
async function fill(peer, { doublings, largeBytes, copies }) {
  const calls = callsOf(peer)
  const many = await calls.makeFolder('Many – 多い')
  await calls.upload(smallFiles(0, 100), many)
  for (let round = 0; round < doublings; round += 1)
    await calls.post('/api/copy', { to_id: many, select_all_in: { folder_id: many } })
  const odd = await calls.makeFolder('odd')
  await calls.makeFolder('empty, ø', odd)
  const [content] = smallFiles(1, 1)[0].pieces
  await calls.upload(
    ODD_NAMES.map(name => ({ name, size: content.length, pieces: [content] })),
    odd,
  )
  const large = bigFile('large.bin', Math.floor(largeBytes))
  const largeId = await calls.uploadLarge(large)
  const items = [{ id: largeId, type: 'file' }]
  for (let copy = 0; copy < copies; copy += 1) await calls.post('/api/copy', { to_id: null, items })
  // Files with the same name from different folders are next to each other in the archive.
  const twins = [await calls.makeFolder('one'), await calls.makeFolder('other')]
  const same = []
  for (const twin of twins)
    same.push(
      ...(await calls.upload(
        [{ name: 'same.txt', size: content.length, pieces: [content] }],
        twin,
      )),
    )
  const { data } = await listed(peer)
  const refs = [...data.map(({ id, type }) => `${id}|${type}`), ...same.map(id => `${id}|file`)]
  calls.close()
  const entries = 100 * 2 ** doublings + 1 + (1 + 1 + ODD_NAMES.length) + (1 + copies) + 2 * 2
  return { query: new URLSearchParams({ items: refs.join(',') }), hash: hashOf(large), entries }
}

async function listed({ origin, session }) {
  const answer = await fetch(`${origin}/api/browse/folders/all`, { headers: session.reading })
  return answer.json()
}

/** Downloads the first half, then the rest. @returns the declared length */
async function downloadInTwo({ origin, session }, query, path) {
  const address = `${origin}/api/zip?${query}`
  const first = await get(address, session.reading)
  const length = Number(first.headers['content-length'])
  require(first.statusCode === 200 && length > 0, `the answer was ${first.statusCode}`)
  const half = await writeSome(first, path, Math.floor(length / 2))
  const rest = await get(address, {
    ...session.reading,
    range: `bytes=${half}-`,
    'if-range': first.headers.etag,
  })
  require(rest.statusCode === 206, `the rest was answered with ${rest.statusCode}`)
  await writeSome(rest, path, Number.POSITIVE_INFINITY, 'a')
  return length
}

function get(address, headers) {
  return new Promise((resolve, reject) => {
    http.get(address, { headers }, resolve).on('error', reject)
  })
}

/** Writes a response to a file and aborts it after `limit` bytes. @returns the number of bytes written */
async function writeSome(response, path, limit, flags = 'w') {
  const file = createWriteStream(path, { flags })
  let written = 0
  for await (const piece of response) {
    const part = piece.subarray(0, Math.min(piece.length, limit - written))
    written += part.length
    if (!file.write(part)) await new Promise(resolve => file.once('drain', resolve))
    if (written >= limit) break
  }
  response.destroy()
  await new Promise(resolve => file.end(resolve))
  return written
}

const PYTHON = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    names = z.namelist()
    bad = z.testzip()
    print(json.dumps([len(names), len(set(n.casefold() for n in names)), bad]))
`

async function openWithAll(path, entries, hash) {
  const opened = async (program, args) => {
    const startedAt = performance.now()
    const { stdout } = await run(program, args, { maxBuffer: 1 << 28 })
    say(`${program} opens it, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    return stdout
  }
  const [count, different, bad] = JSON.parse(await opened('python3', ['-c', PYTHON, path]))
  require(bad === null, `zipfile finds ${bad} broken`)
  require(count === entries, `zipfile finds ${count} entries instead of ${entries}`)
  require(different === entries, `only ${different} names are different`)
  await opened('unzip', ['-tqq', path])
  const tested = await opened('7z', ['t', '-bd', path])
  require(tested.includes('Everything is Ok'), '7z finds it broken')
  const extracted = await hashOfEntry(path, 'large.bin')
  require(extracted === hash, 'large.bin came out changed')
  say(`${count.toLocaleString('en')} entries, their names all different, their contents whole`)
}

function hashOfEntry(path, name) {
  const sum = createHash('sha256')
  return new Promise((resolve, reject) => {
    const child = spawn('unzip', ['-p', path, name], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.on('data', piece => sum.update(piece))
    child.once('error', reject)
    child.once('close', () => resolve(sum.digest('hex')))
  })
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      small: { type: 'boolean', default: false },
      installed: { type: 'boolean', default: false },
      folder: { type: 'string', default: tmpdir() },
    },
  })
  if (!values.installed) await ready()
  const stage = openStage(values.folder)
  try {
    await verify(stage, values.small ? SMALL : FULL)
  } finally {
    await stage.close()
  }
})
