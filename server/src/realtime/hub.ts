import type { LiveEvent } from '@coffer/contract/live'
import type { Live } from './live.ts'

/** The live connection of an open page. */
export interface LiveConnection {
  /** The page's client id, which it sends with every request. */
  id: string
  userId: string
  send: (text: string) => void
  /** Closes the connection if its session has ended. */
  revalidate: () => void
}

/** A message between processes. */
export type Message =
  | { kind: 'event'; userIds: readonly string[]; event: LiveEvent; except?: string | undefined }
  | { kind: 'revalidate'; userId: string }
  /** Messages may have been lost: every connection refreshes and revalidates its session. */
  | { kind: 'missed' }

/** Connects the processes of one installation. */
export interface ProcessBridge {
  send: (message: Message) => void
  start: (receive: (message: Message) => void) => void
  close: () => Promise<void>
}

/** Knows every open connection of this process; events of other processes arrive over the bridge. */
export class ConnectionHub implements Live {
  readonly #connections = new Map<string, Set<LiveConnection>>()
  readonly #bridge: ProcessBridge | undefined

  constructor(bridge?: ProcessBridge) {
    this.#bridge = bridge
  }

  start(): void {
    this.#bridge?.start(message => this.#deliver(message))
  }

  async close(): Promise<void> {
    await this.#bridge?.close()
  }

  publish(userIds: readonly string[], event: LiveEvent, except?: string): void {
    if (userIds.length > 0) this.#broadcast({ kind: 'event', userIds, event, except })
  }

  revalidate(userId: string): void {
    this.#broadcast({ kind: 'revalidate', userId })
  }

  /** False if no connection can be open, which saves finding the recipients. */
  hasConnections(): boolean {
    return this.#bridge !== undefined || this.#connections.size > 0
  }

  countOf(userId: string): number {
    return this.#connections.get(userId)?.size ?? 0
  }

  /** @returns a function that disconnects */
  connect(connection: LiveConnection): () => void {
    const { userId } = connection
    const connections = this.#connections.get(userId) ?? new Set()
    this.#connections.set(userId, connections.add(connection))
    return () => {
      connections.delete(connection)
      if (connections.size === 0) this.#connections.delete(userId)
    }
  }

  #broadcast(message: Message): void {
    this.#deliver(message)
    this.#bridge?.send(message)
  }

  #deliver(message: Message): void {
    switch (message.kind) {
      case 'event': {
        const text = JSON.stringify(message.event)
        for (const connection of this.#connectionsOf(message.userIds))
          if (connection.id !== message.except) connection.send(text)
        return
      }
      case 'revalidate':
        for (const connection of this.#connectionsOf([message.userId])) connection.revalidate()
        return
      case 'missed': {
        const text = JSON.stringify({ type: 'refresh' } satisfies LiveEvent)
        for (const connection of this.#connectionsOf([...this.#connections.keys()])) {
          connection.revalidate()
          connection.send(text)
        }
      }
    }
  }

  #connectionsOf(userIds: readonly string[]): LiveConnection[] {
    return userIds.flatMap(userId => [...(this.#connections.get(userId) ?? [])])
  }
}
