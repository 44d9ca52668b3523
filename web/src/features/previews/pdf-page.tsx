import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './pdf-view.module.css'

/** A sharper drawing than this is more than a screen shows, and more than it bears. */
const MAX_CANVAS_PIXELS = 16_000_000
const NEAR = '800px'

interface PdfPageProps {
  document: PDFDocumentProxy
  number: number
  width: number
  /** Height by width, until the page tells its own. */
  ratio: number
  /** Words to mark, in lower case; none when empty. */
  marked: string
}

/** Drawn when it comes near, and given up when it is far again. */
export function PdfPage({ document, number, width, ratio, marked }: PdfPageProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      rootMargin: NEAR,
    })
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    if (isNear) document.getPage(number).then(setPage, () => undefined)
  }, [document, number, isNear])
  const own = page?.getViewport({ scale: 1 })
  const height = Math.round(width * (own ? own.height / own.width : ratio))
  return (
    <section
      ref={place}
      className={classes.page}
      data-page={number}
      style={{ width, height }}
      aria-label={t('preview.page', { number })}
    >
      {isNear && page && <Drawing page={page} width={width} marked={marked} />}
    </section>
  )
}

function Drawing({ page, width, marked }: { page: PDFPageProxy; width: number; marked: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [isWritten, setWritten] = useState(false)
  useEffect(() => {
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
    const wanted = window.devicePixelRatio
    const most = Math.sqrt(MAX_CANVAS_PIXELS / (viewport.width * viewport.height))
    const sharp = page.getViewport({ scale: viewport.scale * Math.min(wanted, most) })
    const element = canvas.current
    const layer = words.current
    if (!element || !layer) return
    element.width = Math.floor(sharp.width)
    element.height = Math.floor(sharp.height)
    const drawing = page.render({ canvas: element, viewport: sharp })
    drawing.promise.catch(() => undefined)
    layer.replaceChildren()
    layer.style.setProperty('--total-scale-factor', String(viewport.scale))
    layer.style.setProperty('--scale-factor', String(viewport.scale))
    const text = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: layer,
      viewport,
    })
    text.render().then(
      () => setWritten(true),
      () => undefined,
    )
    return () => {
      drawing.cancel()
      text.cancel()
    }
  }, [page, width])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are there once they are written.
  useEffect(() => {
    for (const span of words.current?.querySelectorAll('span') ?? [])
      span.toggleAttribute(
        'data-found',
        marked !== '' && (span.textContent ?? '').toLowerCase().includes(marked),
      )
  }, [marked, isWritten, width])
  return (
    <>
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      <div ref={words} className={classes.texts} />
    </>
  )
}
