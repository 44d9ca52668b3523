import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { zipOf } from '../../test/zip-of.ts'
import { readText } from './read-text.ts'
import type { TextKind } from './text-kinds.ts'
import { MAX_TEXT_LENGTH, TextError } from './text-task.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-text-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(
  kind: TextKind,
  content: string | Uint8Array,
  maxMemoryBytes?: number,
): Promise<string> {
  const path = join(folder, 'content')
  await writeFile(path, content)
  return readText({ kind, path }, new AbortController().signal, maxMemoryBytes)
}

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 48>>stream
BT /F1 12 Tf 20 200 Td (The ferry to Harwich) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`

/** A PDF whose only page inflates to a length in bytes. */
function inflatingPdf(bytes: number): Buffer {
  const content = deflateSync(Buffer.alloc(bytes, ' '), { level: 1 })
  const [before = '', after = ''] = PDF.split(/<<\/Length 48>>.*?endstream/s)
  const length = `<</Length ${content.length}/Filter/FlateDecode>>`
  return Buffer.concat([
    Buffer.from(`${before}${length}\nstream\n`),
    content,
    Buffer.from(`\nendstream${after}`),
  ])
}

describe('extracts the text of', () => {
  it.each<[string, TextKind, string | Uint8Array, string]>([
    ['a text', 'plain', 'The ferry\r\n  to Harwich\0', 'The ferry\nto Harwich'],
    ['a text in Windows-1252', 'plain', Buffer.from('El año', 'latin1'), 'El año'],
    ['a text with a damaged byte', 'plain', Buffer.from('456cc3b120f1c3b1c3b1', 'hex'), 'Elñ �ññ'],
    ['a text in UTF-16', 'plain', Buffer.from('\ufeffEl año', 'utf16le'), 'El año'],
    [
      'a page without its scripts and styles',
      'markup',
      '<style>p{}</style><p>The&nbsp;ferry</p><script>var hidden</script><b>to</b> Harwich<!-- no -->',
      'The ferry to Harwich',
    ],
    ['a PDF', 'pdf', PDF, 'The ferry to Harwich'],
    [
      'a Word file',
      'word',
      zipOf({
        'word/document.xml':
          '<w:document xmlns:w="w"><w:p><w:r><w:t>The fer</w:t></w:r><w:r><w:t>ry</w:t></w:r></w:p><w:p><w:t>to Harwich</w:t></w:p></w:document>',
        'word/styles.xml': '<w:t>hidden</w:t>',
      }),
      'The ferry\nto Harwich',
    ],
    [
      'a sheet',
      'sheet',
      zipOf({
        'xl/sharedStrings.xml': '<sst><si><t>The ferry</t></si><si><t>to Harwich</t></si></sst>',
        'xl/worksheets/sheet1.xml': '<worksheet><row><c><v>12</v></c></row></worksheet>',
      }),
      'The ferry to Harwich',
    ],
    [
      'slides',
      'slides',
      zipOf({
        'ppt/slides/slide1.xml':
          '<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:t>The ferry</a:t></a:p></p:sld>',
      }),
      'The ferry',
    ],
    [
      'an OpenDocument file',
      'open',
      zipOf({
        'content.xml':
          '<office:document xmlns:office="o" xmlns:text="t"><text:h>The ferry</text:h><text:p>to <text:span>Harwich</text:span></text:p></office:document>',
      }),
      'The ferry\nto Harwich',
    ],
  ])('%s', async (_what, kind, content, words) => {
    expect(await read(kind, content)).toBe(words)
  })
})

// W2
// Z4
describe('rejects or limits', () => {
  const bomb = deflateRawSync(Buffer.alloc(80 * 1024 * 1024, 'a'))
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}">]><w:t>&c;</w:t>`
  it.each<[string, TextKind, string | Uint8Array]>([
    [
      'a zip bomb',
      'word',
      zipOf({ 'word/document.xml': { packed: bomb, size: 80 * 1024 * 1024 } }),
    ],
    [
      'a zip that lies about its size',
      'word',
      zipOf({ 'word/document.xml': { packed: bomb, size: 100 } }),
    ],
    ['entities within entities', 'word', zipOf({ 'word/document.xml': laughs })],
    [
      'an entity from outside',
      'open',
      zipOf({ 'content.xml': '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>' }),
    ],
    ['half a zip', 'sheet', zipOf({ 'xl/sharedStrings.xml': '<sst/>' }).subarray(0, 40)],
    ['broken XML', 'word', zipOf({ 'word/document.xml': '<a><b></a>' })],
    ['a broken PDF', 'pdf', '%PDF-1.4 and nothing else'],
  ])('%s', async (_what, kind, content) => {
    await expect(read(kind, content)).rejects.toThrow(TextError)
  })

  it('a PDF that inflates to more than its memory', async () => {
    const reading = read('pdf', inflatingPdf(2 ** 28), 2 ** 28)
    await expect(reading).rejects.toThrow('too much memory')
  })

  it('a page of a million open tags', async () => {
    expect(await read('markup', '<'.repeat(1_000_000))).toBe('')
    expect(await read('markup', `${'<b>'.repeat(300_000)}end`)).toBe('end')
  })

  it('a text of any length, of which the beginning is kept', async () => {
    expect(await read('plain', 'word '.repeat(2_000_000))).toHaveLength(MAX_TEXT_LENGTH - 1)
  })
})

it('keeps the processes of texts that are read at the same time', async () => {
  let started = 0
  const count = () => {
    started += 1
  }
  const path = join(folder, 'content')
  await writeFile(path, 'The ferry')
  const { signal } = new AbortController()
  // Both take a process before either is done, which two writes of the content would not ensure.
  const readTwo = () =>
    Promise.all([
      readText({ kind: 'plain', path }, signal),
      readText({ kind: 'plain', path }, signal),
    ])
  await readTwo()
  subscribe('child_process', count)
  await readTwo()
  await readTwo()
  unsubscribe('child_process', count)
  expect(started).toBe(0)
})

describe('with a process that is ended from outside', () => {
  /** Reads a text with a new pool, and calls back with each process that it starts. */
  async function readStarting(onSpawn: (child: ChildProcess) => void): Promise<string> {
    // The query makes Node.js load the module again.
    const url = `./read-text.ts?${randomUUID()}`
    const { readText: readWithNewPool }: typeof import('./read-text.ts') = await import(url)
    const onStart = (message: unknown) => {
      const { process: child } = message as { process: ChildProcess }
      child.once('spawn', () => onSpawn(child))
    }
    const path = join(folder, 'content')
    await writeFile(path, 'The ferry')
    subscribe('child_process', onStart)
    try {
      return await readWithNewPool({ kind: 'plain', path }, new AbortController().signal)
    } finally {
      unsubscribe('child_process', onStart)
    }
  }

  it('reads the text with a second one', async () => {
    let started = 0
    const text = await readStarting(child => {
      started += 1
      if (started === 1) child.kill('SIGKILL')
    })
    expect(text).toBe('The ferry')
    expect(started).toBe(2)
  })

  it('fails when the second one ends as well', async () => {
    const text = readStarting(child => child.kill('SIGKILL'))
    await expect(text).rejects.toMatchObject({ name: 'TextError', message: 'the process ended' })
  })

  it('keeps it out of the group that the terminal interrupts', async () => {
    const isGroupLeader = vi.fn((child: ChildProcess) => process.kill(-Number(child.pid), 0))
    await readStarting(isGroupLeader)
    expect(isGroupLeader).toHaveReturnedWith(true)
  })
})
