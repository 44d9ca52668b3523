import { sharing } from '@coffer/contract'
import * as contract from '@coffer/contract/zip'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { whenSent } from '../../http/sent-bytes.ts'
import { rangeOf, rangeStillFits } from '../downloads/index.ts'
import { watchOwners } from '../restrictions/index.ts'
import { chargeLink } from '../shares/index.ts'
import { readZip } from './send-zip.service.ts'
import { countZip, keepSelection, openZip, type ZipToSend } from './zip.service.ts'

const headerOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

function describe(reply: FastifyReply, { layout, filename }: ZipToSend): void {
  reply.headers({
    'accept-ranges': 'bytes',
    etag: layout.etag,
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(filename, { type: 'attachment' }),
    'cross-origin-resource-policy': 'same-origin',
  })
}

/** A client that names the archive it has, or insists on, is answered without bytes. */
function conditionalStatus({ headers }: FastifyRequest, etag: string): 304 | 412 | undefined {
  const wanted = headers['if-match']
  if (wanted && wanted !== '*' && !wanted.split(',').some(tag => tag.trim() === etag)) return 412
  return fresh(headers, { etag }) ? 304 : undefined
}

function wantedRange({ headers }: FastifyRequest, { etag, length }: ZipToSend['layout']) {
  const fits = rangeStillFits(headerOf(headers['if-range']), etag)
  return rangeOf(fits ? headers.range : undefined, length)
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

export function zipRoutes(route: Route, deps: Deps): void {
  const watch = watchOwners(deps)
  const countFor = (ownerId: string) => (bytes: number) =>
    void countZip(deps, ownerId, bytes).catch(err => deps.log.error({ err }, 'traffic'))

  /** The same unchanged items make the same bytes, so a download that broke off goes on. */
  async function send(actor: Actor, { request, reply }: Exchange, archive: ZipToSend) {
    const { layout, ownerId } = archive
    const { length } = layout
    describe(reply, archive)
    const status = conditionalStatus(request, layout.etag)
    if (status) return reply.status(status).send()
    const range = wantedRange(request, layout)
    if (range === 'unsatisfiable')
      return reply.status(416).header('content-range', `bytes */${length}`).send()
    const { start, end } = range === 'whole' ? { start: 0, end: length - 1 } : range
    if (range !== 'whole')
      reply.status(206).header('content-range', `bytes ${start}-${end}/${length}`)
    reply.headers({ 'content-type': 'application/zip', 'content-length': end - start + 1 })
    if (request.method === 'HEAD') return reply.send()
    const settle = await chargeLink(deps, actor, {
      content: layout.etag,
      wholeBytes: length,
      ...{ bytes: end - start + 1, isStart: start === 0 },
      event: { kind: 'downloaded', name: archive.filename, bytes: length },
    })
    whenSent(reply, settle)
    watch(ownerId, reply)
    return reply.send(readZip(deps, layout, { start, end }, countFor(ownerId)))
  }

  for (const door of [contract.downloadZip, sharing.downloadZip])
    route(door, async ({ actor, query }, http) => {
      return (await send(actor, http, await openZip(deps, actor, query))) as never
    })

  for (const door of [contract.postZip, sharing.postZip])
    route(door, async ({ actor, query, body }, http) => {
      return (await send(actor, http, await openZip(deps, actor, { ...query, ...body }))) as never
    })

  for (const door of [contract.keepZipSelection, sharing.keepZipSelection])
    route(door, async ({ actor, body }) => ({
      data: { id: await keepSelection(deps, actor, body), type: 'zip_selection' as const },
    }))
}
