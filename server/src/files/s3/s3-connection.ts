import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { GetObjectCommand, GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { createObjectReads, type ReadOptions, type SignedRequest } from './object-reads.ts'
import { statusOf } from './s3-errors.ts'
import type { S3Options } from './s3-options.ts'
import { type StoreCallEnd, storeCallEnded } from './store-events.ts'

export type S3Library = typeof import('@aws-sdk/client-s3')

export interface S3Connection {
  s3: S3Library
  client: S3Client
  options: S3Options
  /** Reads an object. */
  read: (command: GetObjectCommand, options?: ReadOptions) => Promise<GetObjectCommandOutput>
  /** Ends its requests and closes its sockets. */
  close: () => Promise<void>
}

const MAX_SOCKETS = 256
const CONNECT_MS = 5_000
/** Without a byte for this long, a request has failed. */
const IDLE_MS = 20_000
/** Downloads that wait longer for a connection are refused. */
const WAIT_MS = 5_000
/** Takes some ten seconds when a store does not answer. */
const ATTEMPTS = 6

/** Connects to a bucket. The library is loaded here, because most installations do not need it. */
export async function connectS3(
  options: S3Options,
  { attempts = ATTEMPTS }: { attempts?: number } = {},
): Promise<S3Connection> {
  const s3 = await import('@aws-sdk/client-s3')
  const sockets = { keepAlive: true, maxSockets: MAX_SOCKETS }
  const client = new s3.S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: options.isPathStyle,
    ...(options.credentials && { credentials: options.credentials }),
    // Many stores refuse the checksums that the SDK adds by itself; ours are Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    logger: SILENT,
    requestHandler: {
      httpAgent: new HttpAgent(sockets),
      httpsAgent: new HttpsAgent(sockets),
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
    },
  })
  client.middlewareStack.add(
    next => args => {
      const { headers } = args.request as { headers: Record<string, string> }
      // Content-MD5 is signed and covers the body, so that hashing it again adds nothing.
      if (headers['content-md5']) headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD'
      return next(args)
    },
    { step: 'build', name: 'unsignedPayload' },
  )
  const reads = await createObjectReads({
    connections: MAX_SOCKETS,
    connectMs: CONNECT_MS,
    idleMs: IDLE_MS,
    waitMs: WAIT_MS,
  })
  publishCalls(client)
  return {
    s3,
    client,
    options,
    read(command, readOptions = {}) {
      command.middlewareStack.add(
        () => async args => ({
          response: await reads.send(args.request as SignedRequest, readOptions),
          output: undefined as never,
        }),
        // Last of its step, in the place of the SDK's client.
        { step: 'deserialize', priority: 'low', name: 'readThroughUndici' },
      )
      return client.send(command)
    },
    async close() {
      client.destroy()
      await reads.close()
    },
  }
}

/** Publishes the calls of a client to those who measure them. */
function publishCalls(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        if (!storeCallEnded.hasSubscribers) return next(args)
        const startedAt = performance.now()
        const publish = (result: string, metadata: { attempts?: number } | undefined) =>
          storeCallEnded.publish({
            operation: commandName.replace(/Command$/, ''),
            result,
            attempts: metadata?.attempts ?? 1,
            seconds: (performance.now() - startedAt) / 1000,
          } satisfies StoreCallEnd)
        try {
          const result = await next(args)
          publish('ok', (result.output as MetadataBearer).$metadata)
          return result
        } catch (error) {
          publish(String(statusOf(error) ?? 'unreachable'), (error as MetadataBearer).$metadata)
          throw error
        }
      },
    { step: 'initialize', name: 'publishCalls' },
  )
}

interface MetadataBearer {
  $metadata?: { attempts?: number }
}

const ignore = () => undefined
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }
