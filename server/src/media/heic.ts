import { createRequire } from 'node:module'
import sharp from 'sharp'
import { exifOf } from './exif.ts'
import { type Derived, MediaError, type MediaTask } from './media-task.ts'
import { readBounded, requirePixels } from './picture.ts'
import { picturesOf } from './thumbnails.ts'

// CommonJS that computes its exports, so that they cannot be imported by name.
const heic = createRequire(import.meta.url)('heic-decode') as typeof import('heic-decode')

/** The Exif data is stored next to the picture, in a part that sharp can read. */
const readExif = (content: Buffer): Promise<Buffer | undefined> =>
  sharp(content, { limitInputPixels: false })
    .metadata()
    .then(metadata => metadata.exif)
    .catch(() => undefined)

/** The decoder already rotates the picture, because HEIC stores the rotation outside Exif. */
export async function readHeic(task: MediaTask): Promise<Derived> {
  const content = await readBounded(task)
  const images = await heic.all({ buffer: content })
  try {
    const [first] = images
    if (!first) throw new MediaError('unreadable', 'no picture inside')
    requirePixels(first.width, first.height, task)
    const { width, height, data } = await first.decode()
    const raw = { width, height, channels: 4 as const }
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    return {
      pictures: await picturesOf(sharp(pixels, { raw, limitInputPixels: task.maxPixels }), task),
      exif: exifOf(await readExif(content), width, height),
    }
  } finally {
    images.dispose()
  }
}
