import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import type { Derived, MediaTask } from './media-task.ts'
import { readBounded, requirePixels } from './picture.ts'
import { LONGEST_SIDE, thumbnailsOf } from './thumbnails.ts'

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string): string => `${join(library, name)}/`

async function draw(page: PDFPageProxy, task: MediaTask): Promise<Derived> {
  const plain = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: LONGEST_SIDE / Math.max(plain.width, plain.height) })
  const width = Math.ceil(viewport.width)
  const height = Math.ceil(viewport.height)
  requirePixels(width, height, task)
  const canvas = createCanvas(width, height)
  const canvasContext = canvas.getContext('2d')
  // Paper is white.
  canvasContext.fillStyle = '#ffffff'
  canvasContext.fillRect(0, 0, width, height)
  await page.render({ canvas: null, canvasContext: canvasContext as never, viewport }).promise
  const raw = { width, height, channels: 4 as const }
  return { pictures: await thumbnailsOf(sharp(canvas.data(), { raw }).removeAlpha()), exif: null }
}

/** Draws the first page, without scripts, XFA forms or external resources. */
export async function readPdf(task: MediaTask): Promise<Derived> {
  const content = await readBounded(task)
  const loading = getDocument({
    data: new Uint8Array(content),
    maxImageSize: task.maxPixels,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const document = await loading.promise
    return await draw(await document.getPage(1), task)
  } finally {
    await loading.destroy()
  }
}
