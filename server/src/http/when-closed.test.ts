import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { whenClosed } from './when-closed.ts'

it('adds one listener per response, however many callbacks it has', () => {
  const raw = new ServerResponse(new IncomingMessage(new Socket()))
  const called: number[] = []
  for (let index = 0; index < 20; index += 1)
    whenClosed({ raw } as FastifyReply, () => called.push(index))
  expect(raw.listenerCount('close')).toBe(1)
  raw.emit('close')
  expect(called).toEqual(Array.from({ length: 20 }, (_, index) => index))
})
