import type { OnConflict } from '@coffer/contract/items'
import type { Handles } from './file-handles.ts'

export type TaskState =
  /** In the queue; also a begun upload that was paused. */
  | 'waiting'
  | 'sending'
  /** Everything is sent, the server makes it a file. */
  | 'processing'
  /** The network is away; it goes on by itself. */
  | 'lost'
  | 'failed'
  | 'done'

/** Why an upload stopped. The words are the server's where it said something. */
export interface Failure {
  status: number
  code: string | null
  title: string | null
  message: string | null
}

/** A document type and a subcategory as parts of a form, empty for none. */
export interface DocumentParts {
  readonly tipo_id: string
  readonly subcategory_id: string
}

/** One file of the queue, or an empty folder. Never changed, only replaced. */
export interface UploadTask {
  /** Also the upload's id at the server. */
  readonly id: string
  /** Null for an empty folder, which has nothing to send. */
  readonly file: File | null
  readonly name: string
  /** `photos/2026/pier.jpg` for what came inside a folder, otherwise empty. */
  readonly path: string
  readonly parentId: string | null
  /** What was chosen for all files of its drop; left out for none. */
  readonly document?: DocumentParts | undefined
  /** Of everything that it was dropped or chosen with; they may still be on their way. */
  readonly handles: Handles
  readonly size: number
  readonly sent: number
  readonly state: TaskState
  /** The server may know a part of it already. */
  readonly begun: boolean
  /** What is to happen where its name is taken. */
  readonly onConflict: OnConflict
  /** Small enough to share a request, but not with this one: the last try said so. */
  readonly alone: boolean
  readonly failure: Failure | null
  /** What it became. */
  readonly itemId?: string | undefined
}

export type Outcome =
  | { kind: 'done'; itemId?: string }
  | { kind: 'session' }
  | { kind: 'failed'; failure: Failure }

/** What the server answered; status 0 when nothing did. */
export interface UploadResponse {
  status: number
  body: unknown
  retryAfterMs: number | null
}

export interface SendOptions {
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/** One of several files that share a request. */
export interface BatchPart {
  entry: Record<string, string | number>
  bytes: ArrayBuffer
}

/** The way to the server. */
export interface Transport {
  sendBatch(
    /** What holds for all of them. */
    form: Record<string, string>,
    parts: readonly BatchPart[],
    options: SendOptions,
  ): Promise<UploadResponse>
  send(form: Record<string, string>, chunk: Blob, options: SendOptions): Promise<UploadResponse>
  /** How much of an upload has arrived. */
  ask(uploadId: string, signal: AbortSignal): Promise<UploadResponse>
  /** Gives an upload up; whether that was heard doesn't matter, the server cleans up after a day. */
  forget(uploadId: string): void
  makeFolder(parentId: string | null, path: string, signal: AbortSignal): Promise<UploadResponse>
}
