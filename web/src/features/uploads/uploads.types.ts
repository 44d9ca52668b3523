import type { OnConflict } from '@coffer/contract/items'
import type { Handles } from './file-handles.ts'

export type TaskState =
  /** In the queue; also a begun upload that was paused. */
  | 'waiting'
  | 'sending'
  /** All bytes are sent; the server creates the file. */
  | 'processing'
  /** The network is lost; the upload continues by itself. */
  | 'lost'
  | 'failed'
  | 'done'

/** Why an upload stopped. Texts are the server's where it sent any. */
export interface Failure {
  status: number
  code: string | null
  title: string | null
  message: string | null
}

/** Form parts for a document type and a subcategory; empty strings for none. */
export interface DocumentParts {
  readonly tipo_id: string
  readonly subcategory_id: string
}

/** Ids of the folders on the paths of a drop's empty folders. */
export type FolderIds = Map<string, Promise<string>>

/** A file of the queue, or an empty folder. Immutable: changes replace it. */
export interface UploadTask {
  /** Also the upload id on the server. */
  readonly id: string
  /** Null for an empty folder, and after the upload is done. */
  readonly file: File | null
  readonly name: string
  /** For example `photos/2026/pier.jpg` for a file inside a dropped folder, otherwise empty. */
  readonly path: string
  readonly parentId: string | null
  /** Document type of all files of the drop; undefined for none. */
  readonly document?: DocumentParts | undefined
  /** Handles of the complete drop or choice; they may still be loading. */
  readonly handles: Handles
  /** Shared by the empty folders of a drop; undefined for a file. */
  readonly folderIds?: FolderIds | undefined
  readonly size: number
  readonly sent: number
  readonly state: TaskState
  /** The server may have a part of it already. */
  readonly begun: boolean
  /** Conflict resolution when the name is taken. */
  readonly onConflict: OnConflict
  /** Must be sent by itself: the last batch did not give it an outcome. */
  readonly unbatchable: boolean
  readonly failure: Failure | null
  /** Id of the created item. */
  readonly itemId?: string | undefined
}

export type Outcome =
  | { kind: 'done'; itemId?: string }
  | { kind: 'session' }
  | { kind: 'failed'; failure: Failure }

/** The server's response; status 0 when there was none. */
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

/** Calls of the upload API. */
export interface Transport {
  sendBatch(
    /** Form parts for all files. */
    form: Record<string, string>,
    parts: readonly BatchPart[],
    options: SendOptions,
  ): Promise<UploadResponse>
  send(form: Record<string, string>, chunk: Blob, options: SendOptions): Promise<UploadResponse>
  /** Asks how many bytes of an upload have arrived. */
  getStatus(uploadId: string, signal: AbortSignal): Promise<UploadResponse>
  /**
   * Cancels an upload. Errors are ignored, because the server deletes abandoned uploads after a
   * day.
   */
  discard(uploadId: string): void
  /** Creates an empty folder and its missing parents. */
  createFolder(
    folder: Pick<UploadTask, 'parentId' | 'path' | 'folderIds'>,
    signal: AbortSignal,
  ): Promise<UploadResponse>
}
