import { expect, it } from 'vitest'
import { ConnectionHub, type Message } from './hub.ts'

it('refreshes pages and revalidates sessions after messages may have been missed', () => {
  let receive: (message: Message) => void = () => undefined
  const hub = new ConnectionHub({
    send: () => undefined,
    receivesMessages: () => true,
    start: listener => {
      receive = listener
    },
    close: async () => undefined,
  })
  hub.start()
  const seen: string[] = []
  for (const userId of ['ann', 'ben'])
    hub.connect({
      id: userId,
      userId,
      send: text => seen.push(`${userId} ${JSON.parse(text).type}`),
      revalidate: () => seen.push(`${userId} revalidate`),
    })
  receive({ kind: 'missed' })
  expect(seen.toSorted()).toEqual([
    'ann refresh',
    'ann revalidate',
    'ben refresh',
    'ben revalidate',
  ])
})
