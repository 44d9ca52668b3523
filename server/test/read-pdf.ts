import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface ReadPdf {
  /** The text of each page, with single spaces. */
  pages: string[]
  /** The texts of all pages with the points from the top of the page to their base line. */
  texts: { text: string; y: number }[]
  /** Texts by name. */
  attachments: Record<string, string>
  metadata: string
  title: string
}

export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS })
  try {
    const pdf = await loading.promise
    const { info, metadata } = await pdf.getMetadata()
    const pages: string[] = []
    const texts: ReadPdf['texts'] = []
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const { height } = page.getViewport({ scale: 1 })
      const text = items.map(item => ('str' in item ? item.str : '')).join(' ')
      for (const item of items)
        if ('str' in item) texts.push({ text: item.str, y: height - item.transform[5] })
      pages.push(text.replace(/[\s\u00a0\u2009\u202f]+/g, ' '))
    }
    const attachments: Record<string, string> = {}
    for (const name of (await pdf.getAttachments())?.keys() ?? []) {
      const content = (await pdf.getAttachmentContent(name)) ?? new Uint8Array()
      attachments[name] = Buffer.from(content).toString()
    }
    return {
      pages,
      texts,
      attachments,
      metadata: String(metadata?.getRaw() ?? ''),
      title: String((info as { Title?: string }).Title),
    }
  } finally {
    await loading.destroy()
  }
}
