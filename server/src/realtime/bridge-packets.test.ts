import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@coffer/contract/live'
import { expect, it } from 'vitest'
import { packMessages } from './bridge-packets.ts'
import type { Message } from './hub.ts'

const MAX_BYTES = 7_500
const event: LiveEvent = { type: 'tree.changed' }

function unpack(texts: readonly string[]): Message[] {
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES)
  return texts.flatMap(text => JSON.parse(text).messages)
}

const recipientsOf = (messages: readonly Message[]) =>
  messages.flatMap(message => (message.kind === 'event' ? message.userIds : []))

it('M17: divides the recipients of an event among messages, each named once', () => {
  const userIds = Array.from({ length: 10_000 }, () => randomUUID())
  const texts = packMessages(
    'sender',
    [{ kind: 'event', userIds, event, except: 'page' }],
    MAX_BYTES,
  )
  const messages = unpack(texts)
  expect(texts.length).toBeLessThan(60)
  expect(recipientsOf(messages)).toEqual(userIds)
  for (const message of messages) expect(message).toMatchObject({ event, except: 'page' })
})

it('packs small messages together, in their order', () => {
  const messages = Array.from(
    { length: 500 },
    (_, at): Message => ({ kind: 'revalidate', userId: `${at}` }),
  )
  const texts = packMessages('sender', messages, MAX_BYTES)
  expect(unpack(texts)).toEqual(messages)
  expect(texts.length).toBeLessThan(4)
})

it('replaces an event that is too large by a refresh of its recipients', () => {
  const folder_ids = Array.from({ length: 300 }, () => randomUUID())
  const large: LiveEvent = { type: 'folders.changed', folder_ids }
  const userIds = ['ann', 'ben']
  const messages = unpack(
    packMessages('sender', [{ kind: 'event', userIds, event: large }], MAX_BYTES),
  )
  expect(messages).toEqual([{ kind: 'event', userIds, event: { type: 'refresh' } }])
})
