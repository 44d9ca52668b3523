import { Problem } from '@coffer/contract/errors'
import { uploadChunk } from '@coffer/contract/request-guests'
import { ApiError, headersOf, parseJson, urlOf } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { newId } from '../../lib/new-id.ts'

/** What a file is sent as. */
export interface WantedAs {
  tipo_id: string
  subcategory_id: string | null
}

interface Sending {
  signal: AbortSignal
  onProgress: (sentBytes: number) => void
}

/** Spec §9. */
const MOST_FAILURES = 3
const PAUSE_MS = 1000

interface Answer {
  status: number
  body: unknown
}

/** One file in chunks, one after the other. */
export async function sendFile(
  token: string,
  file: File,
  document: WantedAs | null,
  sending: Sending,
): Promise<void> {
  const uploadId = newId()
  let offset: number | null = 0
  while (offset !== null)
    offset = await sendChunk(token, file, { document, uploadId, offset }, sending)
}

/**
 * Tried again where the network, and not the server, was against it.
 * @returns where the next one starts; null when the file is whole
 */
async function sendChunk(
  token: string,
  file: File,
  { document, uploadId, offset }: Omit<Place, 'isLast'> & { document: WantedAs | null },
  { signal, onProgress }: Sending,
): Promise<number | null> {
  const end = offset + config().chunkSize
  const chunk = file.slice(offset, end)
  const isLast = end >= file.size
  for (let failures = 1; ; failures += 1) {
    const form = formOf(file, document, { uploadId, offset, isLast })
    form.append('file', chunk, file.name)
    const answer = await post(token, form, {
      signal,
      onProgress: sent => onProgress(offset + Math.min(sent, chunk.size)),
    })
    if (isTaken(answer)) return isLast ? null : end
    const elsewhere = expectedOffset(answer)
    if (elsewhere !== null && elsewhere !== offset) return elsewhere
    if (failures >= MOST_FAILURES || !isPassing(answer.status)) throw errorOf(answer)
    await pause(PAUSE_MS * failures, signal)
  }
}

interface Place {
  uploadId: string
  offset: number
  isLast: boolean
}

function formOf(file: File, document: WantedAs | null, { uploadId, offset, isLast }: Place) {
  const form = new FormData()
  const fields = {
    ...{ filename: file.name, is_last: isLast, upload_id: uploadId, offset, size: file.size },
    ...(document && { tipo_id: document.tipo_id, subcategory_id: document.subcategory_id ?? '' }),
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form
}

/** By XMLHttpRequest, since `fetch` doesn't tell how much is sent. */
function post(token: string, form: FormData, { signal, onProgress }: Sending): Promise<Answer> {
  const xhr = new XMLHttpRequest()
  const abort = () => xhr.abort()
  signal.addEventListener('abort', abort)
  return new Promise<Answer>((resolve, reject) => {
    xhr.upload.onprogress = ({ loaded }) => onProgress(loaded)
    xhr.onload = () => resolve({ status: xhr.status, body: parseJson(xhr.responseText) })
    xhr.onerror = () => resolve({ status: 0, body: null })
    xhr.onabort = () => reject(signal.reason)
    xhr.open(uploadChunk.method, urlOf(uploadChunk, { params: { token } }))
    for (const [name, value] of Object.entries(headersOf(uploadChunk)))
      xhr.setRequestHeader(name, value)
    xhr.send(form)
  }).finally(() => signal.removeEventListener('abort', abort))
}

const isTaken = ({ status }: Answer): boolean => status === 200 || status === 201
const isPassing = (status: number): boolean => status === 0 || status === 429 || status >= 502

function problemIn({ body }: Answer): Problem | null {
  const problem = Problem.safeParse(body)
  return problem.success ? problem.data : null
}

const errorOf = (answer: Answer) => new ApiError(answer.status, problemIn(answer))
const expectedOffset = (answer: Answer): number | null => problemIn(answer)?.expected_offset ?? null

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
