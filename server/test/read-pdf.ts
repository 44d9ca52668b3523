import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface ReadPdf {
  /** The text of each page, with single spaces. */
  pages: string[]
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
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      const text = items.map(item => ('str' in item ? item.str : '')).join(' ')
      pages.push(text.replace(/[\s\u00a0\u2009\u202f]+/g, ' '))
    }
    const attachments: Record<string, string> = {}
    for (const name of (await pdf.getAttachments())?.keys() ?? []) {
      const content = (await pdf.getAttachmentContent(name)) ?? new Uint8Array()
      attachments[name] = Buffer.from(content).toString()
    }
    return {
      pages,
      attachments,
      metadata: String(metadata?.getRaw() ?? ''),
      title: String((info as { Title?: string }).Title),
    }
  } finally {
    await loading.destroy()
  }
}
