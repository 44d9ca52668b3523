import { expect, it } from 'vitest'
import { ConnectionHub, type Message } from './hub.ts'

it('what may have been missed is looked at again: what is shown, and who is still in', () => {
  let receive: (message: Message) => void = () => undefined
  const hub = new ConnectionHub({
    send: () => undefined,
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
      revalidate: () => seen.push(`${userId} recheck`),
    })
  receive({ kind: 'missed' })
  expect(seen.toSorted()).toEqual(['ann recheck', 'ann refresh', 'ben recheck', 'ben refresh'])
})
