import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { TextBuffer, type TextTask } from './text-task.ts'

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const MAX_PAGES = 500

/** Extracts the text of a PDF, without scripts, XFA forms or external resources. */
export async function readPdfText({ path }: TextTask): Promise<string> {
  const loading = getDocument({
    data: new Uint8Array(await readFile(path)),
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    cMapUrl: `${join(library, 'cmaps')}/`,
    standardFontDataUrl: `${join(library, 'standard_fonts')}/`,
    verbosity: VerbosityLevel.ERRORS,
  })
  const buffer = new TextBuffer()
  try {
    const document = await loading.promise
    for (let page = 1; page <= Math.min(document.numPages, MAX_PAGES); page += 1) {
      addPage(buffer, (await (await document.getPage(page)).getTextContent()).items)
      if (buffer.isFull) break
    }
  } finally {
    await loading.destroy()
  }
  return buffer.toString()
}

/** Marked content has no text of its own. */
function addPage(buffer: TextBuffer, items: readonly object[]): void {
  for (const item of items)
    if ('str' in item) buffer.add(`${item.str}${'hasEOL' in item && item.hasEOL ? '\n' : ' '}`)
}
