import { createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { exifOf } from './exif.ts'
import { type Derived, MediaError, type MediaTask } from './media-task.ts'
import { readBounded, requirePixels } from './picture.ts'
import { thumbnailsOf } from './thumbnails.ts'

/** The size is read from the header before anything is decoded. */
export async function readBitmap(task: MediaTask): Promise<Derived> {
  const content = await readBounded(task)
  if (content.length < 26) throw new MediaError('unreadable', 'too short')
  const isOld = content.readUInt32LE(14) === 12
  const width = isOld ? content.readUInt16LE(18) : Math.abs(content.readInt32LE(18))
  const height = isOld ? content.readUInt16LE(20) : Math.abs(content.readInt32LE(22))
  requirePixels(width, height, task)
  const image = await loadImage(content)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  const raw = { width: canvas.width, height: canvas.height, channels: 4 as const }
  return {
    pictures: await thumbnailsOf(sharp(canvas.data(), { raw })),
    exif: exifOf(undefined, width, height),
  }
}
