import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'

// Loaded from our own origin, because of the content security policy.
GlobalWorkerOptions.workerSrc = workerUrl
/**
 * Character maps, fonts and decoders that the build copies next to the scripts; few documents need
 * them.
 */
const FILES = `/assets/pdfjs-${version}`
const MAX_IMAGE_PIXELS = 50_000_000

type State = { document: PDFDocumentProxy } | 'loading' | 'failed'

/** Loads a PDF in ranges, with scripts and XFA forms disabled. */
export function usePdf(url: string | null): State {
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    const loading = getDocument({
      url: url ?? '',
      enableXfa: false,
      maxImageSize: MAX_IMAGE_PIXELS,
      // The content security policy forbids WebAssembly; PDF.js has the same decoders in
      // JavaScript.
      useWasm: false,
      cMapUrl: `${FILES}/cmaps/`,
      standardFontDataUrl: `${FILES}/standard_fonts/`,
      wasmUrl: `${FILES}/wasm/`,
    })
    loading.promise.then(
      document => setState({ document }),
      () => setState('failed'),
    )
    return () => void loading.destroy()
  }, [url])
  return state
}
