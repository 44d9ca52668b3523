import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'

// From our own address, as the policy of the page wants it.
GlobalWorkerOptions.workerSrc = workerUrl
/** What the build puts beside the scripts: characters, fonts and decoders that few documents need. */
const FILES = `/assets/pdfjs-${version}`
const MAX_IMAGE_PIXELS = 50_000_000

type State = { document: PDFDocumentProxy } | 'loading' | 'failed'

/** Read piece by piece, without scripts and forms of XFA. */
export function usePdf(url: string | null): State {
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    const loading = getDocument({
      url: url ?? '',
      enableXfa: false,
      maxImageSize: MAX_IMAGE_PIXELS,
      // The policy of the page allows no compiling; the same decoders are there as plain script.
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
