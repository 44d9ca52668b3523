import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'

const PAUSE_MS = 250
/** More than this is no search but a list. */
const MAX_FOUND = 1000

async function wordsOf(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  return items
    .map(item => ('str' in item ? item.str : ''))
    .join(' ')
    .toLowerCase()
}

interface Search {
  document: PDFDocumentProxy
  /** What stands on the pages that were read before. */
  known: Map<number, string>
  wanted: string
  isLeft: () => boolean
  tell: (pages: number[]) => void
}

async function findPages({ document, known, wanted, isLeft, tell }: Search): Promise<void> {
  const found: number[] = []
  for (let number = 1; number <= document.numPages && found.length < MAX_FOUND; number += 1) {
    const words = known.get(number) ?? (await wordsOf(document, number))
    known.set(number, words)
    if (isLeft()) return
    if (!words.includes(wanted)) continue
    found.push(number)
    tell([...found])
  }
}

/** The pages on which something stands, in their order; read once, one after the other. */
export function usePdfSearch(document: PDFDocumentProxy) {
  const [query, setQuery] = useState('')
  const [pages, setPages] = useState<number[]>([])
  const [at, setAt] = useState(0)
  const [known] = useState(() => new Map<number, string>())
  const wanted = query.trim().toLowerCase()
  useEffect(() => {
    let isLeft = false
    setPages([])
    setAt(0)
    const timer = setTimeout(() => {
      if (wanted !== '')
        findPages({ document, known, wanted, isLeft: () => isLeft, tell: setPages }).catch(
          () => undefined,
        )
    }, PAUSE_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [document, wanted, known])
  return {
    query,
    wanted,
    setQuery,
    pages,
    at,
    current: pages[at],
    go: (by: 1 | -1) => setAt((at + by + pages.length) % Math.max(1, pages.length)),
  }
}
