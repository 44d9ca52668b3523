import { AppError } from '../../errors.ts'

type OffsetCode = 'upload.offset_conflict' | 'upload.checksum_mismatch' | 'upload.incomplete'

/** An error after which the client continues at `offset`. */
export const offsetError = (code: OffsetCode, offset: number) =>
  new AppError(code, { values: { offset }, expectedOffset: offset })

/**
 * The request no longer writes the upload: the upload was cancelled, or another request has taken
 * the lease.
 */
export class LeaseLost extends AppError {
  constructor() {
    super('upload.not_found')
  }
}

/** Another process has inserted the upload concurrently. */
export class UploadExists extends AppError {
  constructor() {
    super('upload.offset_conflict', { values: { offset: 0 }, expectedOffset: 0 })
  }
}
