import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Derived, MediaKind, MediaReply, MediaTask } from './media-task.ts'
import { MediaError } from './media-task.ts'

type Reader = (task: MediaTask) => Promise<Derived>

/** Loaded when the first of their kind comes: a decoder that is not needed takes no memory. */
const READERS: Record<MediaKind, () => Promise<Reader>> = {
  image: async () => (await import('./picture.ts')).readImage,
  svg: async () => (await import('./picture.ts')).readSvg,
  bitmap: async () => (await import('./picture.ts')).readBitmap,
  heic: async () => (await import('./heic.ts')).readHeic,
  video: async () => (await import('./video.ts')).readVideo,
  pdf: async () => (await import('./pdf.ts')).readPdf,
}

/** Uploads and lists come first; and when memory runs out, this process is to go, not the server. */
function stepBack(): void {
  try {
    setPriority(10)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not everywhere possible, and nowhere needed.
  }
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
    return { fault: error instanceof MediaError ? error.fault : 'unreadable', message }
  }
}

stepBack()
const ready = prepare()
process.on('message', (task: MediaTask) => {
  void ready.then(() => replyTo(task)).then(reply => process.send?.(reply))
})
// Nobody is left who would read the answer.
process.on('disconnect', () => process.exit(0))
