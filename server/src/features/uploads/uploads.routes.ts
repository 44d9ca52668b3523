import {
  uploadBatches as batchContract,
  uploads as contract,
  guestShares,
  guestUploadRequests,
} from '@coffer/contract'
import {
  BATCH_FILES,
  BatchForm,
  BatchManifest,
  type BatchResult,
} from '@coffer/contract/upload-batches'
import { UploadForm } from '@coffer/contract/uploads'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type FilePart, readForm } from '../../http/multipart.ts'
import { type Part, readParts } from '../../http/multipart-files.ts'
import { problemsFor } from '../../http/problem.ts'
import { parseInput, type Route } from '../../http/route.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import { presentItem } from '../items/index.ts'
import { type FileOutcome, receiveUploadBatch } from './batch.service.ts'
import { type BufferedChunk, bufferChunk } from './chunk-buffer.ts'
import { preflight } from './preflight.service.ts'
import { presentPreflight, presentUpload } from './uploads.presenter.ts'
import {
  cancelUpload,
  getUpload,
  listUploads,
  type Outcome,
  receiveChunk,
} from './uploads.service.ts'

const lengthOf = (request: FastifyRequest): number | undefined => {
  const header = request.headers['content-length']
  return header === undefined ? undefined : Number(header)
}

/** The extension is part of the file name already. */
const { extension: _, ...STREAMED_FIELDS } = UploadForm.shape

/**
 * Rejects fields of a form after its file, which are not part of the form that the file was received
 * with.
 * @throws AppError `request.invalid`
 */
function requireNoneAfterFile(names: readonly string[], form: object): void {
  const late = names.filter(name => Object.hasOwn(form, name))
  if (late.length > 0)
    throw new AppError('request.invalid', {
      errors: Object.fromEntries(late.map(name => [name, ['validation.before_file']])),
    })
}

/** Passes a file on, which must be the last part of the form. */
async function* requireLastPart({ content, laterFields }: FilePart): Bytes {
  yield* content
  requireNoneAfterFile(laterFields, STREAMED_FIELDS)
}

/**
 * Streams the chunk when the form is known before it. Older clients send the file before the form;
 * their chunk is buffered until the form is complete.
 */
async function receive(deps: Deps, actor: Actor, request: FastifyRequest): Promise<Outcome> {
  const sender = {
    requestBytes: lengthOf(request),
    userAgent: request.headers['user-agent'],
  }
  let outcome: Outcome | undefined
  let buffered: BufferedChunk | undefined
  try {
    const fields = await readForm(request, async (file, knownFields) => {
      if ('filename' in knownFields && 'is_last' in knownFields) {
        const form = parseInput(UploadForm, knownFields)
        outcome = await receiveChunk(deps, actor, {
          form,
          content: requireLastPart(file),
          ...sender,
        })
      } else
        buffered = await bufferChunk(deps, actor, {
          content: file.content,
          requestBytes: sender.requestBytes,
        })
    })
    if (outcome) return outcome
    const form = parseInput(UploadForm, fields)
    if (!buffered)
      throw new AppError('request.invalid', { errors: { file: ['validation.required'] } })
    return await receiveChunk(deps, actor, { form, content: buffered.content(), ...sender })
  } finally {
    await buffered?.remove()
  }
}

const BATCH_LIMITS = { fields: 4, files: BATCH_FILES, fieldSize: 2 * 1024 * 1024, parts: 200 }

function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('request.malformed', { cause })
  }
}

const isFile = (part: Part): part is Extract<Part, { content: Bytes }> => 'content' in part

async function* contentsOf(first: Part, parts: AsyncIterator<Part>): AsyncGenerator<Bytes> {
  const laterFields: string[] = []
  for (let part: Part | undefined = first; part; ) {
    if (isFile(part)) yield part.content
    else laterFields.push(part.name)
    const next = await parts.next()
    part = next.done ? undefined : next.value
  }
  requireNoneAfterFile(laterFields, BatchForm.shape)
}

/** The form fields come first; files are stored while they arrive. */
async function receiveBatch(deps: Deps, actor: Actor, request: FastifyRequest) {
  const parts = readParts(request, BATCH_LIMITS)
  try {
    const fields: Record<string, string> = Object.create(null)
    let next = await parts.next()
    for (; !next.done && !isFile(next.value); next = await parts.next())
      fields[next.value.name] = next.value.value
    const form = parseInput(BatchForm, fields)
    const entries = parseInput(BatchManifest, parseManifest(form.manifest))
    if (next.done)
      throw new AppError('request.invalid', { errors: { file: ['validation.required'] } })
    const contents = contentsOf(next.value, parts)
    const batch = { parentId: form.parent_id, document: form, entries, contents }
    const outcomes = await receiveUploadBatch(deps, actor, batch)
    return { entries, outcomes }
  } finally {
    await parts.return(undefined)
  }
}

export function uploadsRoutes(route: Route, deps: Deps): void {
  for (const endpoint of [
    contract.uploadChunk,
    guestShares.uploadChunk,
    guestUploadRequests.uploadChunk,
  ])
    route(endpoint, async ({ actor }, { request, reply }) => {
      const outcome = await receive(deps, actor, request)
      if ('item' in outcome) return { data: presentItem(actor, outcome.item) }
      reply.status(200)
      if ('skipped' in outcome) return { data: null, meta: outcome }
      return { data: presentUpload(outcome.upload) }
    })

  for (const endpoint of [
    batchContract.preflightUpload,
    guestShares.preflightUpload,
    guestUploadRequests.preflightUpload,
  ])
    route(endpoint, async ({ actor, body }, { request }) => ({
      data: presentPreflight(await preflight(deps, actor, body), problemsFor(request)),
    }))

  for (const endpoint of [
    batchContract.uploadBatch,
    guestShares.uploadBatch,
    guestUploadRequests.uploadBatch,
  ])
    route(endpoint, async ({ actor }, { request }) => {
      const { entries, outcomes } = await receiveBatch(deps, actor, request)
      const problemOfError = problemsFor(request)
      const present = (outcome: FileOutcome | undefined): Omit<BatchResult, 'upload_id'> => {
        if (outcome && 'skipped' in outcome) return { item: null, problem: null }
        if (!outcome || 'error' in outcome) {
          const error = outcome?.error ?? new AppError('internal')
          return { item: null, problem: problemOfError(error) }
        }
        return { item: presentItem(actor, outcome.item), problem: null }
      }
      return {
        data: entries.map(({ upload_id = null }, index) => ({
          upload_id,
          ...present(outcomes[index]),
        })),
        meta: { skipped: outcomes.filter(outcome => 'skipped' in outcome).length },
      }
    })

  for (const endpoint of [contract.getUpload, guestShares.getUpload, guestUploadRequests.getUpload])
    route(endpoint, async ({ actor, params }) => ({
      data: presentUpload(await getUpload(deps, actor, params.upload_id)),
    }))

  for (const endpoint of [
    contract.cancelUpload,
    guestShares.cancelUpload,
    guestUploadRequests.cancelUpload,
  ])
    route(endpoint, async ({ actor, params }) => {
      await cancelUpload(deps, actor, params.upload_id)
      return undefined
    })

  route(contract.listUploads, async ({ actor, query }) => {
    const { rows, next } = await listUploads(deps, actor, query.after)
    return { data: rows.map(presentUpload), meta: { next } }
  })
}
