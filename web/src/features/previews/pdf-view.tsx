import type { Item } from '@coffer/contract/items'
import { Loader } from '@mantine/core'
import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { FileCard } from './file-card.tsx'
import { usePdf } from './pdf-document.ts'
import { PdfPage } from './pdf-page.tsx'
import classes from './pdf-view.module.css'
import { ZoomTools } from './picture-view.tsx'
import { useKeys } from './use-keys.ts'
import { usePdfSearch } from './use-pdf-search.ts'
import { contentUrl } from './viewer-of.ts'
import viewClasses from './views.module.css'

const A4 = Math.SQRT2
const MAX_FIT_WIDTH = 900
const MARGIN_PX = 32
const STEP = 1.25
const MIN_ZOOM = 0.5
const MAX_ZOOM = 4

/** Shows the pages of a PDF below each other. */
export function PdfView({ item, onDownload }: { item: Item; onDownload: (item: Item) => void }) {
  const state = usePdf(contentUrl(item.attributes))
  if (state === 'failed') return <FileCard item={item} onDownload={onDownload} />
  if (state === 'loading') return <Loader className={viewClasses.loading} color="gray" />
  return <Pages document={state.document} name={item.attributes.name} />
}

function Pages({ document, name }: { document: PDFDocumentProxy; name: string }) {
  const scroller = useRef<HTMLElement>(null)
  const [zoom, setZoom] = useState(1)
  const [ratio, setRatio] = useState(A4)
  const fit = Math.min(MAX_FIT_WIDTH, window.innerWidth - MARGIN_PX)
  const search = usePdfSearch(document)
  const zoomBy = (by: number) => setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom * by)))
  const tools = {
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    fit: () => setZoom(1),
  }
  useKeys({ '+': tools.zoomIn, '=': tools.zoomIn, '-': tools.zoomOut, 0: tools.fit })
  useEffect(() => {
    document.getPage(1).then(
      page => {
        const { width, height } = page.getViewport({ scale: 1 })
        setRatio(height / width)
      },
      () => undefined,
    )
  }, [document])
  useEffect(() => {
    if (search.current)
      scroller.current?.querySelector(`[data-page="${search.current}"]`)?.scrollIntoView()
  }, [search.current])
  return (
    <>
      <section
        ref={scroller}
        className={classes.pages}
        data-zoomed={zoom > 1 || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={name}
      >
        {Array.from({ length: document.numPages }, (_, page) => (
          <PdfPage
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name than their number.
            key={page}
            document={document}
            number={page + 1}
            width={Math.round(fit * zoom)}
            ratio={ratio}
            marked={search.searchText}
          />
        ))}
      </section>
      <SearchBar search={search} />
      <ZoomTools {...tools} />
    </>
  )
}

function SearchBar({ search }: { search: ReturnType<typeof usePdfSearch> }) {
  const { t } = useTranslation()
  const { query, searchText, pages, matchIndex } = search
  const position =
    pages.length > 0 ? t('preview.found', { number: matchIndex + 1, of: pages.length }) : '–'
  return (
    <search className={classes.search}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        type="search"
        value={query}
        placeholder={t('preview.search')}
        aria-label={t('preview.search')}
        onChange={event => search.setQuery(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          search.go(event.shiftKey ? -1 : 1)
        }}
      />
      {searchText !== '' && (
        <>
          <span className={classes.position} aria-live="polite">
            {position}
          </span>
          <IconButton
            icon={ChevronUp}
            label={t('preview.found_previous')}
            size="small"
            onClick={() => search.go(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label={t('preview.found_next')}
            size="small"
            onClick={() => search.go(1)}
          />
        </>
      )}
    </search>
  )
}
