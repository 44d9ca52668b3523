import type { ErrorCode } from '@coffer/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseError } from '../db/database-errors.ts'
import { AppError } from '../errors.ts'
import { discardBody } from './discard-body.ts'
import { problemOf } from './problem.ts'
import { secure } from './security-headers.ts'

/** Maps framework errors that occur before a handler runs. */
const FRAMEWORK_CODES: Record<number, ErrorCode> = {
  // A path that leads out of the built web app.
  403: 'route.not_found',
  404: 'route.not_found',
  405: 'route.method_not_allowed',
  413: 'request.too_large',
  // A URL longer than any id, so it matches nothing.
  414: 'route.not_found',
}

function send(reply: FastifyReply, error: AppError): FastifyReply {
  const { request } = reply
  if (error.details.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.ceil(error.details.retryAfterSeconds))
  // RFC 6750 §3.
  if (error.code === 'token.unknown')
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
  // After a partly read body the connection cannot be used for another request.
  if (!discardBody(request.raw)) reply.header('connection', 'close')
  return reply
    .status(error.status)
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .type('application/problem+json; charset=utf-8')
    .send({
      ...problemOf(error.code, error.details, request.headers['accept-language']),
      request_id: request.id,
    })
}

function asAppError(error: FastifyError, { raw }: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error
  // The client disconnected. Its ECONNRESET must not be mistaken for one of the database.
  if (error === raw.errored) return new AppError('request.malformed', { cause: error })
  const storageError = databaseError(error)
  if (storageError) return storageError
  const { statusCode } = error
  if (statusCode === undefined || statusCode >= 500) return undefined
  return new AppError(FRAMEWORK_CODES[statusCode] ?? 'request.malformed', { cause: error })
}

/** The only place where errors become responses. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asAppError(error, request)
    if (!known) request.log.error({ err: error }, 'unexpected error')
    else {
      const level = known.status >= 500 ? 'error' : 'debug'
      request.log[level]({ err: known.cause ?? known }, known.code)
    }
    return send(reply, known ?? new AppError('internal'))
  })
}

/** Answers errors that the framework raises before routing, and so before any hook. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  secure(reply)
  send(reply, asAppError(error, request) ?? new AppError('internal'))
}
