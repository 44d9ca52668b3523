import { readFile, stat } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { exifOf } from './exif.ts'
import { requireSize } from './media-kinds.ts'
import { type Derived, MediaError, type MediaTask } from './media-task.ts'
import { LONGEST_SIDE, picturesOf } from './thumbnails.ts'

const POINTS_PER_INCH = 72
const MAX_DENSITY = 100_000

/** Reads a file. @throws MediaError `too_large` above the limit of its kind */
export async function readBounded({ kind, path }: MediaTask): Promise<Buffer> {
  requireSize(kind, (await stat(path)).size)
  return readFile(path)
}

/** Rejects pictures without a size or with too many pixels. @throws MediaError */
export function requirePixels(width: number, height: number, { maxPixels }: MediaTask): void {
  if (!(width > 0 && height > 0)) throw new MediaError('unreadable', 'no size')
  if (width * height > maxPixels) throw new MediaError('too_large', `${width} × ${height} pixels`)
}

/** Opens the first frame or page. */
const open = (input: string | Buffer, { maxPixels }: MediaTask): Sharp =>
  sharp(input, { pages: 1, limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })

/** Reads the size without a limit, to distinguish too large from broken pictures. */
async function measure(input: string | Buffer, task: MediaTask): Promise<Metadata> {
  const metadata = await sharp(input, { pages: 1, limitInputPixels: false }).metadata()
  requirePixels(metadata.width, metadata.height, task)
  return metadata
}

export async function readImage(task: MediaTask): Promise<Derived> {
  const metadata = await measure(task.path, task)
  const { width, height } = metadata.autoOrient
  return {
    pictures: await picturesOf(open(task.path, task), task),
    exif: exifOf(metadata.exif, width, height),
  }
}

/**
 * Reads from memory without a base URL, so that the renderer cannot resolve references to files or
 * the network.
 */
export async function readSvg(task: MediaTask): Promise<Derived> {
  const markup = await readBounded(task)
  const { width, height } = await measure(markup, task)
  const scale = LONGEST_SIDE / Math.max(width, height)
  const density = Math.min(MAX_DENSITY, Math.max(1, POINTS_PER_INCH * scale))
  const drawing = sharp(markup, { density, limitInputPixels: task.maxPixels })
  return { pictures: await picturesOf(drawing, task), exif: null }
}
