import { lowerPriority } from '../lib/lower-priority.ts'
import type { Derived, MediaKind, MediaReply, MediaTask } from './media-task.ts'
import { MediaError } from './media-task.ts'

type Reader = (task: MediaTask) => Promise<Derived>

/** Each decoder is loaded on first use, so that unused ones take no memory. */
const READERS: Record<MediaKind, () => Promise<Reader>> = {
  image: async () => (await import('./picture.ts')).readImage,
  svg: async () => (await import('./picture.ts')).readSvg,
  bitmap: async () => (await import('./bitmap.ts')).readBitmap,
  heic: async () => (await import('./heic.ts')).readHeic,
  video: async () => (await import('./video.ts')).readVideo,
  pdf: async () => (await import('./pdf.ts')).readPdf,
}

async function prepare(): Promise<void> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
}

async function replyTo(task: MediaTask): Promise<MediaReply> {
  try {
    const read = await READERS[task.kind]()
    return { derived: await read(task) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { failure: error instanceof MediaError ? error.failure : 'unreadable', message }
  }
}

lowerPriority()
const ready = prepare()
process.on('message', (task: MediaTask) => {
  void ready.then(() => replyTo(task)).then(reply => process.send?.(reply))
})
// The server has ended.
process.on('disconnect', () => process.exit(0))
