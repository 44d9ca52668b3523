import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as samples from '../../test/media-samples.ts'
import { createMedia, type Media } from './media.ts'
import type { MediaLimits } from './media-process.ts'

const LIMITS: MediaLimits = {
  maxPixels: 100e6,
  maxSeconds: 60,
  maxMemoryBytes: 1024 ** 3,
  idleMs: 60_000,
  programPath: '',
}

const PROGRAMS = '/usr/local/bin:/usr/bin:/bin'
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

let folder: string
let media: Media
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-media-'))
})
afterEach(() => media.close())
afterAll(() => rm(folder, { recursive: true }))

async function put(name: string, content: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** Decoder processes started by this process. */
const decoders = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/status`, 'utf8').includes(
          `PPid:\t${process.pid}\n`,
        )
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('media-worker')
      } catch {
        return false
      }
    })

const isProgramIn = (place: string) => (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(place, 'ffmpeg'))
  } catch {
    return false
  }
}

it('stops a content that takes too long, and reads the next one', async () => {
  const slow = createMedia({ ...LIMITS, maxSeconds: 0.05 })
  const path = await put('slow.pdf', samples.pdf())
  await expect(slow.derive({ kind: 'pdf', path })).rejects.toMatchObject({ failure: 'too_slow' })
  slow.close()
  media = createMedia(LIMITS)
  expect((await media.derive({ kind: 'pdf', path })).pictures[0]).not.toBeNull()
})

it('stops a content that takes too much memory', async () => {
  media = createMedia({ ...LIMITS, maxMemoryBytes: 60 * 1024 ** 2 })
  const path = await put('large.pdf', samples.pdf('Page', 50))
  const derived = media.derive({ kind: 'pdf', path })
  await expect(derived).rejects.toMatchObject({ failure: 'too_much_memory' })
})

it('counts the memory of the programs that a decoder starts, and ends them', async () => {
  const program = `#!${process.execPath}
    const held = Buffer.alloc(400 * 1024 ** 2, 1)
    setTimeout(() => held, 60_000)`
  await chmod(await put('ffmpeg', Buffer.from(program)), 0o755)
  const maxMemoryBytes = 350 * 1024 ** 2
  media = createMedia({ ...LIMITS, maxSeconds: 20, maxMemoryBytes, programPath: folder })
  const path = await put('hungry.mp4', Buffer.alloc(1))
  await expect(media.derive({ kind: 'video', path })).rejects.toMatchObject({
    failure: 'too_much_memory',
  })
  await vi.waitFor(() => expect(readdirSync('/proc').some(isProgramIn(folder))).toBe(false))
})

it('does not decode a picture with too many pixels', async () => {
  media = createMedia({ ...LIMITS, maxPixels: 1000 })
  const path = await put('large.png', await samples.picture('png'))
  await expect(media.derive({ kind: 'image', path })).rejects.toMatchObject({
    failure: 'too_large',
  })
})

it('retries once after a decoder has crashed', async () => {
  media = createMedia(LIMITS)
  const path = await put('long.pdf', samples.pdf('Page', 200))
  const derived = media.derive({ kind: 'pdf', path })
  const killed = new Set<number>()
  const killer = setInterval(() => {
    for (const pid of decoders().filter(candidate => !killed.has(candidate))) {
      killed.add(pid)
      process.kill(pid, 'SIGSEGV')
    }
  }, 5)
  await expect(derived).rejects.toMatchObject({ failure: 'crashed' })
  clearInterval(killer)
  expect(killed.size).toBe(2)
  expect((await media.derive({ kind: 'pdf', path })).pictures[0]).not.toBeNull()
})

it('reuses one process, and ends it when idle', async () => {
  media = createMedia({ ...LIMITS, idleMs: 300 })
  const path = await put('few.png', await samples.picture('png'))
  await media.derive({ kind: 'image', path })
  const [first] = decoders()
  await media.derive({ kind: 'image', path })
  expect(decoders()).toEqual([first])
  await expect.poll(decoders).toEqual([])
})

it('ends the process of an aborted task', async () => {
  media = createMedia(LIMITS)
  const path = await put('abort.pdf', samples.pdf('Page', 200))
  const abort = new AbortController()
  const derived = media.derive({ kind: 'pdf', path }, abort.signal)
  abort.abort(new Error('enough'))
  await expect(derived).rejects.toThrow('enough')
  await expect.poll(decoders).toEqual([])
})

it("hides the server's secrets from decoders", async () => {
  media = createMedia(LIMITS)
  const path = await put('plain.png', await samples.picture('png'))
  vi.stubEnv('APP_SECRET', 'only the server knows')
  await media.derive({ kind: 'image', path })
  vi.unstubAllEnvs()
  const [pid] = decoders()
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('only the server knows')
})

it('reads no videos without ffmpeg', () => {
  media = createMedia(LIMITS)
  expect([media.reads('video'), media.reads('image')]).toEqual([false, true])
})

/** One second of red, then one second of blue. */
async function makeVideo(path: string): Promise<void> {
  const colours = ['red', 'blue'].flatMap(colour => [
    '-f',
    'lavfi',
    '-i',
    `color=${colour}:size=320x180:rate=10:duration=1`,
  ])
  const joined = ['-filter_complex', 'concat=n=2', '-c:v', 'libvpx']
  await promisify(execFile)('ffmpeg', ['-y', ...colours, ...joined, path])
}

describe.runIf(hasFfmpeg)('a video', () => {
  let video: string
  beforeAll(async () => {
    video = join(folder, 'video.webm')
    await makeVideo(video)
  })
  const read = (path: string, maxPixels = LIMITS.maxPixels) => {
    media = createMedia({ ...LIMITS, maxPixels, programPath: PROGRAMS })
    expect(media.reads('video')).toBe(true)
    return media.derive({ kind: 'video', path })
  }

  it('shows its first frame, which is not enlarged', async () => {
    const { pictures, exif } = await read(video)
    expect(exif).toBeNull()
    const nonNull = pictures.filter(picture => picture !== null)
    const widths = await Promise.all(
      nonNull.map(async image => (await sharp(image).metadata()).width),
    )
    expect(widths).toEqual([120, 240, 320])
    const { dominant } = await sharp(nonNull[0]).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.b).toBeLessThan(50)
  })

  it('has no preview if it is truncated or invalid', async () => {
    const complete = await readFile(video)
    for (const [name, content] of Object.entries({
      'short.webm': complete.subarray(0, 200),
      'none.webm': Buffer.from('not a video'),
    }))
      await expect(read(await put(name, content))).rejects.toMatchObject({ failure: 'unreadable' })
  })

  it('opens no other files', async () => {
    for (const [name, content] of Object.entries({
      'list.mp4': `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${video}\n#EXT-X-ENDLIST\n`,
      'joined.mp4': `ffconcat version 1.0\nfile '${video}'\n`,
    }))
      await expect(read(await put(name, Buffer.from(content)))).rejects.toMatchObject({
        failure: 'unreadable',
      })
  })

  it('is not decoded if it has too many pixels', async () => {
    await expect(read(video, 1000)).rejects.toMatchObject({ failure: 'unreadable' })
  })
})
