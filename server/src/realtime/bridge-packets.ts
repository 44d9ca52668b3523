import type { Message } from './hub.ts'

type EventMessage = Extract<Message, { kind: 'event' }>

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** The event for the recipients alone, so that no other page refetches. */
function splitRecipients(message: EventMessage, maxBytes: number): EventMessage[] {
  const isTooLarge = bytesOf({ ...message, userIds: message.userIds.slice(0, 1) }) > maxBytes
  const event = isTooLarge ? { type: 'refresh' as const } : message.event
  const parts: EventMessage[] = []
  let userIds: string[] = []
  let bytes = maxBytes
  for (const userId of message.userIds) {
    const added = bytesOf(userId) + 1
    if (bytes + added > maxBytes) {
      userIds = []
      const part = { ...message, event, userIds }
      bytes = bytesOf(part)
      parts.push(part)
    }
    userIds.push(userId)
    bytes += added
  }
  return parts
}

/**
 * Packs messages into texts of at most `maxBytes`, in their order. The recipients of an event that
 * is too large are divided among several messages.
 */
export function packMessages(
  sender: string,
  messages: readonly Message[],
  maxBytes: number,
): string[] {
  const emptyBytes = bytesOf({ sender, messages: [] })
  const packets: Message[][] = []
  let bytes = maxBytes
  for (const message of messages) {
    const available = maxBytes - emptyBytes
    const parts =
      message.kind === 'event' && bytesOf(message) > available
        ? splitRecipients(message, available)
        : [message]
    for (const part of parts) {
      const added = bytesOf(part) + 1
      if (bytes + added > maxBytes) {
        packets.push([])
        bytes = emptyBytes
      }
      packets.at(-1)?.push(part)
      bytes += added
    }
  }
  return packets.map(packet => JSON.stringify({ sender, messages: packet }))
}
