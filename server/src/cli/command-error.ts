import { AppError } from '../errors.ts'
import { translate } from '../lib/translate.ts'

/** A mistake of the operator; its message is the line they see. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Turns an error of the product into one that the operator can read. */
export function explain(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { errors = {}, detail, values } = error.details
  if (error.code === 'setup.closed') return new CommandError('This server is already set up.')
  const fields = Object.keys(errors)
  if (fields.length > 0)
    return new CommandError(`These values can't be used: ${fields.join(', ')}.`, { cause: error })
  const text = translate('en', detail ?? `errors.${error.code}.detail`, values)
  return new CommandError(text, { cause: error })
}
