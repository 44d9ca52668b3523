import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'

const PAUSE_MS = 250
/** The search stops after this many pages. */
const MAX_PAGES = 1000

async function loadPageText(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  return items
    .map(item => ('str' in item ? item.str : ''))
    .join(' ')
    .toLowerCase()
}

interface Search {
  document: PDFDocumentProxy
  /** Text of the pages that were read before. */
  textByPage: Map<number, string>
  searchText: string
  isCancelled: () => boolean
  onPages: (pages: number[]) => void
}

async function findPages({
  document,
  textByPage,
  searchText,
  isCancelled,
  onPages,
}: Search): Promise<void> {
  const pages: number[] = []
  for (let number = 1; number <= document.numPages && pages.length < MAX_PAGES; number += 1) {
    const text = textByPage.get(number) ?? (await loadPageText(document, number))
    textByPage.set(number, text)
    if (isCancelled()) return
    if (!text.includes(searchText)) continue
    pages.push(number)
    onPages([...pages])
  }
}

/** Searches a PDF page by page. Returns the pages with a match in order; each page is read once. */
export function usePdfSearch(document: PDFDocumentProxy) {
  const [query, setQuery] = useState('')
  const [pages, setPages] = useState<number[]>([])
  const [matchIndex, setMatchIndex] = useState(0)
  const [textByPage] = useState(() => new Map<number, string>())
  const searchText = query.trim().toLowerCase()
  useEffect(() => {
    let isCancelled = false
    setPages([])
    setMatchIndex(0)
    const timer = setTimeout(() => {
      if (searchText !== '')
        findPages({
          document,
          textByPage,
          searchText,
          isCancelled: () => isCancelled,
          onPages: setPages,
        }).catch(() => undefined)
    }, PAUSE_MS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [document, searchText, textByPage])
  return {
    query,
    searchText,
    setQuery,
    pages,
    matchIndex,
    current: pages[matchIndex],
    go: (by: 1 | -1) => setMatchIndex((matchIndex + by + pages.length) % Math.max(1, pages.length)),
  }
}
