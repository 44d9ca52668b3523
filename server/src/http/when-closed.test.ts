import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { whenClosed } from './when-closed.ts'

it('however many look at an answer, its end is listened for once', () => {
  const raw = new ServerResponse(new IncomingMessage(new Socket()))
  const told: number[] = []
  for (let looker = 0; looker < 20; looker += 1)
    whenClosed({ raw } as FastifyReply, () => told.push(looker))
  expect(raw.listenerCount('close')).toBe(1)
  raw.emit('close')
  expect(told).toEqual(Array.from({ length: 20 }, (_, looker) => looker))
})
