import type { Endpoint } from '@coffer/contract'
import { api, headersOf, parseJson, urlOf } from '../../lib/api.ts'
import type { ApiScope } from '../../lib/api-scope.ts'
import { LOST, toAnswer } from './answered.ts'
import { folderMaker } from './folder-maker.ts'
import { multipartBody } from './multipart-body.ts'
import type { BatchPart, SendOptions, Transport, UploadResponse } from './uploads.types.ts'

/** A connection that says nothing for so long is dead, whatever the browser believes. */
const SILENCE_MS = 60_000
/** Once everything is sent, the server may need a while to write it to its disk. */
const PATIENCE_MS = 180_000

/** Chunks go by XMLHttpRequest, since `fetch` doesn't tell how much is sent. */
export function xhrTransport(scope: () => ApiScope): Transport {
  return {
    send: (form, chunk, options) =>
      sendByXhr(scope().uploadChunk, bodyOf(form, chunk), chunk.size, options),
    sendBatch: (form, parts, options) =>
      sendByXhr(scope().uploadBatch, batchBodyOf(form, parts), sizeOf(parts), options),
    ask: (uploadId, signal) =>
      toAnswer(api(scope().getUpload, { params: { upload_id: uploadId } }, { signal })),
    forget: uploadId =>
      void toAnswer(api(scope().cancelUpload, { params: { upload_id: uploadId } })),
    makeFolder: folderMaker(scope),
  }
}

function sendByXhr(
  endpoint: Endpoint,
  body: FormData | Blob,
  size: number,
  { signal, onProgress }: SendOptions,
): Promise<UploadResponse> {
  const xhr = new XMLHttpRequest()
  const watchdog = watchSilence(() => xhr.abort())
  const abort = () => xhr.abort()
  signal.addEventListener('abort', abort)
  return new Promise<UploadResponse>(resolve => {
    xhr.upload.onprogress = ({ loaded }) => {
      watchdog.heard(SILENCE_MS)
      onProgress(Math.min(loaded, size))
    }
    xhr.upload.onload = () => {
      watchdog.heard(PATIENCE_MS)
      onProgress(size)
    }
    xhr.onload = () => resolve(answerOf(xhr))
    xhr.onerror = xhr.onabort = () => resolve(LOST)
    xhr.open(endpoint.method, urlOf(endpoint))
    for (const [name, value] of Object.entries(headersOf(endpoint)))
      xhr.setRequestHeader(name, value)
    xhr.send(body)
  }).finally(() => {
    watchdog.stop()
    signal.removeEventListener('abort', abort)
  })
}

/** The file comes last, so that the server can judge the form before the first byte. */
function bodyOf(form: Record<string, string>, chunk: Blob): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  body.append('file', chunk, form.filename ?? '')
  return body
}

const sizeOf = (parts: readonly BatchPart[]): number =>
  parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)

/** The manifest, then the files in its order. */
const batchBodyOf = (form: Record<string, string>, parts: readonly BatchPart[]): Blob =>
  multipartBody(
    {
      ...form,
      manifest: JSON.stringify(parts.map(({ entry }) => entry)),
    },
    parts.map(({ bytes }) => bytes),
  )

const answerOf = (xhr: XMLHttpRequest): UploadResponse => ({
  status: xhr.status,
  body: parseJson(xhr.responseText),
  retryAfterMs: Number(xhr.getResponseHeader('Retry-After')) * 1000 || null,
})

function watchSilence(onSilence: () => void) {
  let timer = setTimeout(onSilence, SILENCE_MS)
  return {
    heard(ms: number): void {
      clearTimeout(timer)
      timer = setTimeout(onSilence, ms)
    },
    stop: () => clearTimeout(timer),
  }
}
