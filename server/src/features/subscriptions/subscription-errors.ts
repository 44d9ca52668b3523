import { AppError } from '../../errors.ts'
import { GatewayError, PREVIEW_EXPIRED } from '../gateways/index.ts'

/** Returns the error that a caller gets for a failed call to a gateway; other errors stay as they are. */
export function asAppError(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error
  switch (error.kind) {
    case 'declined':
    case 'hard_declined':
    case 'action_required':
      return new AppError('subscription.payment_declined', { cause: error })
    case 'rejected':
      if (error.code === PREVIEW_EXPIRED)
        return new AppError('subscription.preview_expired', { cause: error })
      return new AppError('subscription.gateway_rejected', { cause: error })
    case 'unavailable':
    case 'unknown':
      return new AppError('subscription.gateway_unavailable', {
        cause: error,
        ...(error.retryAfterSeconds !== undefined && {
          retryAfterSeconds: error.retryAfterSeconds,
        }),
      })
  }
}
