import { lowerPriority } from '../lib/lower-priority.ts'
import type { TextKind } from './text-kinds.ts'
import { TextError, type TextReply, type TextTask } from './text-task.ts'

type Reader = (task: TextTask) => Promise<string>

const office = async () => (await import('./office.ts')).readOffice
/** Loaded on first use. */
const READERS: Record<TextKind, () => Promise<Reader>> = {
  plain: async () => (await import('./plain-text.ts')).readPlain,
  markup: async () => (await import('./plain-text.ts')).readMarkup,
  pdf: async () => (await import('./pdf-text.ts')).readPdfText,
  word: office,
  sheet: office,
  slides: office,
  open: office,
}

async function replyTo(task: TextTask): Promise<TextReply> {
  try {
    const read = await READERS[task.kind]()
    return { text: await read(task) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { failure: error instanceof TextError ? reason : `unreadable: ${reason}` }
  }
}

lowerPriority()
process.on('message', (task: TextTask) => {
  void replyTo(task).then(reply => process.send?.(reply))
})
// The server has ended.
process.on('disconnect', () => process.exit(0))
