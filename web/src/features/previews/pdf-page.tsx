import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './pdf-view.module.css'

/** A larger canvas is sharper than any screen and exceeds browser limits. */
const MAX_CANVAS_PIXELS = 16_000_000
const NEAR = '800px'

interface PdfPageProps {
  document: PDFDocumentProxy
  number: number
  width: number
  /** Height divided by width, used until the page is loaded. */
  ratio: number
  /** Text to highlight, in lower case; empty for none. */
  marked: string
}

/** Renders the page when it is near the visible area, and removes it when it is far. */
export function PdfPage({ document, number, width, ratio, marked }: PdfPageProps) {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      rootMargin: NEAR,
    })
    if (section.current) watcher.observe(section.current)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    if (isNear) document.getPage(number).then(setPage, () => undefined)
  }, [document, number, isNear])
  const viewport = page?.getViewport({ scale: 1 })
  const height = Math.round(width * (viewport ? viewport.height / viewport.width : ratio))
  return (
    <section
      ref={section}
      className={classes.page}
      data-page={number}
      style={{ width, height }}
      aria-label={t('preview.page', { number })}
    >
      {isNear && page && <RenderedPage page={page} width={width} marked={marked} />}
    </section>
  )
}

function RenderedPage({
  page,
  width,
  marked,
}: {
  page: PDFPageProxy
  width: number
  marked: string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const textLayer = useRef<HTMLDivElement>(null)
  const [isTextRendered, setTextRendered] = useState(false)
  useEffect(() => {
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
    const pixelRatio = window.devicePixelRatio
    const maxRatio = Math.sqrt(MAX_CANVAS_PIXELS / (viewport.width * viewport.height))
    const sharp = page.getViewport({ scale: viewport.scale * Math.min(pixelRatio, maxRatio) })
    const element = canvas.current
    const layer = textLayer.current
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
      () => setTextRendered(true),
      () => undefined,
    )
    return () => {
      drawing.cancel()
      text.cancel()
    }
  }, [page, width])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the text is rendered.
  useEffect(() => {
    for (const span of textLayer.current?.querySelectorAll('span') ?? [])
      span.toggleAttribute(
        'data-found',
        marked !== '' && (span.textContent ?? '').toLowerCase().includes(marked),
      )
  }, [marked, isTextRendered, width])
  return (
    <>
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      <div ref={textLayer} className={classes.texts} />
    </>
  )
}
