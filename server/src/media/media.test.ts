import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

/** The decoders that this process has started. */
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

it('a content that takes too long is given up, and the next one is read', async () => {
  const slow = createMedia({ ...LIMITS, maxSeconds: 0.05 })
  const path = await put('slow.pdf', samples.pdf())
  await expect(slow.derive({ kind: 'pdf', path })).rejects.toMatchObject({ fault: 'too_slow' })
  slow.close()
  media = createMedia(LIMITS)
  expect((await media.derive({ kind: 'pdf', path })).pictures[0]).not.toBeNull()
})

it('a content that takes too much memory is given up', async () => {
  media = createMedia({ ...LIMITS, maxMemoryBytes: 60 * 1024 ** 2 })
  const path = await put('large.pdf', samples.pdf('Page', 50))
  const derived = media.derive({ kind: 'pdf', path })
  await expect(derived).rejects.toMatchObject({ fault: 'too_much_memory' })
})

it('a picture of more pixels than are allowed is not decoded', async () => {
  media = createMedia({ ...LIMITS, maxPixels: 1000 })
  const path = await put('large.png', await samples.picture('png'))
  await expect(media.derive({ kind: 'image', path })).rejects.toMatchObject({ fault: 'too_large' })
})

it('a decoder that dies is tried once more, and then its content is given up', async () => {
  media = createMedia(LIMITS)
  const path = await put('long.pdf', samples.pdf('Page', 200))
  const derived = media.derive({ kind: 'pdf', path })
  const killed = new Set<number>()
  const killer = setInterval(() => {
    for (const pid of decoders().filter(one => !killed.has(one))) {
      killed.add(pid)
      process.kill(pid, 'SIGSEGV')
    }
  }, 5)
  await expect(derived).rejects.toMatchObject({ fault: 'crashed' })
  clearInterval(killer)
  expect(killed.size).toBe(2)
  expect((await media.derive({ kind: 'pdf', path })).pictures[0]).not.toBeNull()
})

it('one process reads one content after the other, and ends when there is no more', async () => {
  media = createMedia({ ...LIMITS, idleMs: 300 })
  const path = await put('few.png', await samples.picture('png'))
  await media.derive({ kind: 'image', path })
  const [first] = decoders()
  await media.derive({ kind: 'image', path })
  expect(decoders()).toEqual([first])
  await expect.poll(decoders).toEqual([])
})

it('work that is called off ends its process', async () => {
  media = createMedia(LIMITS)
  const path = await put('off.pdf', samples.pdf('Page', 200))
  const off = new AbortController()
  const derived = media.derive({ kind: 'pdf', path }, off.signal)
  off.abort(new Error('enough'))
  await expect(derived).rejects.toThrow('enough')
  await expect.poll(decoders).toEqual([])
})

it('no decoder learns the secrets of the server', async () => {
  media = createMedia(LIMITS)
  const path = await put('plain.png', await samples.picture('png'))
  vi.stubEnv('APP_SECRET', 'only the server knows')
  await media.derive({ kind: 'image', path })
  vi.unstubAllEnvs()
  const [pid] = decoders()
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('only the server knows')
})

it('videos wait for a program that reads them', () => {
  media = createMedia(LIMITS)
  expect([media.reads('video'), media.reads('image')]).toEqual([false, true])
})

/** A second of red, then a second of blue. */
async function makeFilm(path: string): Promise<void> {
  const colours = ['red', 'blue'].flatMap(colour => [
    '-f',
    'lavfi',
    '-i',
    `color=${colour}:size=320x180:rate=10:duration=1`,
  ])
  const joined = ['-filter_complex', 'concat=n=2', '-c:v', 'libvpx']
  await promisify(execFile)('ffmpeg', ['-y', ...colours, ...joined, path])
}

describe.runIf(hasFfmpeg)('a film', () => {
  let film: string
  beforeAll(async () => {
    film = join(folder, 'film.webm')
    await makeFilm(film)
  })
  const read = (path: string, maxPixels = LIMITS.maxPixels) => {
    media = createMedia({ ...LIMITS, maxPixels, programPath: PROGRAMS })
    expect(media.reads('video')).toBe(true)
    return media.derive({ kind: 'video', path })
  }

  it('has its first frame for a picture, which is not made larger than it is', async () => {
    const { pictures, exif } = await read(film)
    expect(exif).toBeNull()
    const made = pictures.filter(picture => picture !== null)
    const widths = await Promise.all(made.map(async one => (await sharp(one).metadata()).width))
    expect(widths).toEqual([120, 240, 320])
    const { dominant } = await sharp(made[0]).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.b).toBeLessThan(50)
  })

  it('that is cut short or none at all has no picture', async () => {
    const whole = await readFile(film)
    for (const [name, content] of Object.entries({
      'short.webm': whole.subarray(0, 200),
      'none.webm': Buffer.from('not a film'),
    }))
      await expect(read(await put(name, content))).rejects.toMatchObject({ fault: 'unreadable' })
  })

  it('opens no other file by its name', async () => {
    for (const [name, content] of Object.entries({
      'list.mp4': `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${film}\n#EXT-X-ENDLIST\n`,
      'joined.mp4': `ffconcat version 1.0\nfile '${film}'\n`,
    }))
      await expect(read(await put(name, Buffer.from(content)))).rejects.toMatchObject({
        fault: 'unreadable',
      })
  })

  it('of more pixels than are allowed is not decoded', async () => {
    await expect(read(film, 1000)).rejects.toMatchObject({ fault: 'unreadable' })
  })
})
