import { open } from 'node:fs/promises'
import { decodeText } from '@coffer/contract/text-encoding'
import { MAX_TEXT_LENGTH, TextBuffer, type TextTask } from './text-task.ts'

/** A character takes up to four bytes. */
const MAX_READ = MAX_TEXT_LENGTH * 4

/** Reads the start of a content. */
async function readBeginning(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = new Uint8Array(Math.min(size, MAX_READ))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return decodeText(bytes.subarray(0, bytesRead), size <= MAX_READ)
  } finally {
    await file.close()
  }
}

export async function readPlain({ path }: TextTask): Promise<string> {
  const buffer = new TextBuffer()
  buffer.add(await readBeginning(path))
  return buffer.toString()
}

const IGNORED_ELEMENTS = ['script', 'style', 'template', 'noscript']
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

const withEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (entity, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code === null) return ENTITIES[name] ?? entity
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })

/** Extracts the text between tags, without scripts and styles. Reads each character once. */
export async function readMarkup({ path }: TextTask): Promise<string> {
  const markup = await readBeginning(path)
  const lower = markup.toLowerCase()
  const buffer = new TextBuffer()
  let at = 0
  while (at < markup.length && !buffer.isFull) {
    const tag = markup.indexOf('<', at)
    buffer.add(`${withEntities(markup.slice(at, tag === -1 ? undefined : tag))} `)
    if (tag === -1) break
    at = afterTag(lower, tag)
  }
  return buffer.toString()
}

function afterTag(markup: string, tag: number): number {
  const endOf = (marker: string, from: number) => {
    const index = markup.indexOf(marker, from)
    return index === -1 ? markup.length : index + marker.length
  }
  if (markup.startsWith('<!--', tag)) return endOf('-->', tag)
  const ignored = IGNORED_ELEMENTS.find(name => markup.startsWith(name, tag + 1))
  return endOf('>', ignored ? endOf(`</${ignored}`, tag) : tag)
}
