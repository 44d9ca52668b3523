import type { Endpoint } from '@coffer/contract'
import { api, headersOf, parseJson, urlOf } from '../../lib/api.ts'
import type { ApiScope } from '../../lib/api-scope.ts'
import { NO_RESPONSE, toUploadResponse } from './answered.ts'
import { createFolderMaker } from './folder-maker.ts'
import { multipartBody } from './multipart-body.ts'
import type { BatchPart, SendOptions, Transport, UploadResponse } from './uploads.types.ts'

/** The upload is aborted when no progress is reported for this long. */
const PROGRESS_TIMEOUT_MS = 60_000
/** After the last byte, the server may need a while to write the file to disk. */
const RESPONSE_TIMEOUT_MS = 180_000

/** Sends uploads by XMLHttpRequest, because `fetch` does not report upload progress. */
export function xhrTransport(scope: () => ApiScope): Transport {
  // One after another, as there may be thousands.
  let discarded: Promise<unknown> = Promise.resolve()
  return {
    send: (form, chunk, options) =>
      sendByXhr(scope().uploadChunk, bodyOf(form, chunk), chunk.size, options),
    sendBatch: (form, parts, options) =>
      sendByXhr(scope().uploadBatch, batchBodyOf(form, parts), sizeOf(parts), options),
    getStatus: (uploadId, signal) =>
      toUploadResponse(api(scope().getUpload, { params: { upload_id: uploadId } }, { signal })),
    discard: uploadId => {
      const { cancelUpload } = scope()
      discarded = discarded
        .then(() => api(cancelUpload, { params: { upload_id: uploadId } }))
        .catch(() => {})
    },
    createFolder: createFolderMaker(scope),
  }
}

function sendByXhr(
  endpoint: Endpoint,
  body: FormData | Blob,
  size: number,
  { signal, onProgress }: SendOptions,
): Promise<UploadResponse> {
  const xhr = new XMLHttpRequest()
  const watchdog = createWatchdog(() => xhr.abort())
  const abort = () => xhr.abort()
  signal.addEventListener('abort', abort)
  return new Promise<UploadResponse>(resolve => {
    xhr.upload.onprogress = ({ loaded }) => {
      watchdog.restart(PROGRESS_TIMEOUT_MS)
      onProgress(Math.min(loaded, size))
    }
    xhr.upload.onload = () => {
      watchdog.restart(RESPONSE_TIMEOUT_MS)
      onProgress(size)
    }
    xhr.onload = () => resolve(toResponse(xhr))
    xhr.onerror = xhr.onabort = () => resolve(NO_RESPONSE)
    xhr.open(endpoint.method, urlOf(endpoint))
    for (const [name, value] of Object.entries(headersOf(endpoint)))
      xhr.setRequestHeader(name, value)
    xhr.send(body)
  }).finally(() => {
    watchdog.stop()
    signal.removeEventListener('abort', abort)
  })
}

/** The file comes last, so that the server can validate the form before the first byte. */
function bodyOf(form: Record<string, string>, chunk: Blob): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  body.append('file', chunk, form.filename ?? '')
  return body
}

const sizeOf = (parts: readonly BatchPart[]): number =>
  parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)

/** The manifest comes first, then the files in the same order. */
const batchBodyOf = (form: Record<string, string>, parts: readonly BatchPart[]): Blob =>
  multipartBody(
    {
      ...form,
      manifest: JSON.stringify(parts.map(({ entry }) => entry)),
    },
    parts.map(({ bytes }) => bytes),
  )

const toResponse = (xhr: XMLHttpRequest): UploadResponse => ({
  status: xhr.status,
  body: parseJson(xhr.responseText),
  retryAfterMs: Number(xhr.getResponseHeader('Retry-After')) * 1000 || null,
})

function createWatchdog(onTimeout: () => void) {
  let timer = setTimeout(onTimeout, PROGRESS_TIMEOUT_MS)
  return {
    restart(ms: number): void {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, ms)
    },
    stop: () => clearTimeout(timer),
  }
}
