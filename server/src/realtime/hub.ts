import type { LiveEvent } from '@coffer/contract/live'
import type { Live } from './live.ts'

/** An open page of somebody. */
export interface LiveConnection {
  /** The page's own name for itself, which it sends along with what it does. */
  id: string
  userId: string
  send: (text: string) => void
  /** Closes itself when its session is over. */
  revalidate: () => void
}

/** What travels between processes. */
export type Message =
  | { kind: 'event'; userIds: readonly string[]; event: LiveEvent; except?: string | undefined }
  | { kind: 'recheck'; userId: string }
  /** Messages may have been lost: everybody looks at everything again, also whether they are still in. */
  | { kind: 'missed' }

/** How the processes of one installation hear each other. */
export interface ProcessBridge {
  send: (message: Message) => void
  start: (receive: (message: Message) => void) => void
  close: () => Promise<void>
}

/** Knows every open page of this process; what happens in the others comes over the bridge. */
export class ConnectionHub implements Live {
  readonly #pages = new Map<string, Set<LiveConnection>>()
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
    if (userIds.length > 0) this.#tell({ kind: 'event', userIds, event, except })
  }

  revalidate(userId: string): void {
    this.#tell({ kind: 'recheck', userId })
  }

  /** False spares the work of finding out whom to tell. */
  hasConnections(): boolean {
    return this.#bridge !== undefined || this.#pages.size > 0
  }

  countOf(userId: string): number {
    return this.#pages.get(userId)?.size ?? 0
  }

  /** @returns how to leave */
  connect(page: LiveConnection): () => void {
    const { userId } = page
    const pages = this.#pages.get(userId) ?? new Set()
    this.#pages.set(userId, pages.add(page))
    return () => {
      pages.delete(page)
      if (pages.size === 0) this.#pages.delete(userId)
    }
  }

  #tell(message: Message): void {
    this.#deliver(message)
    this.#bridge?.send(message)
  }

  #deliver(message: Message): void {
    switch (message.kind) {
      case 'event': {
        const text = JSON.stringify(message.event)
        for (const page of this.#pagesOf(message.userIds))
          if (page.id !== message.except) page.send(text)
        return
      }
      case 'recheck':
        for (const page of this.#pagesOf([message.userId])) page.revalidate()
        return
      case 'missed': {
        const text = JSON.stringify({ type: 'refresh' } satisfies LiveEvent)
        for (const page of this.#pagesOf([...this.#pages.keys()])) {
          page.revalidate()
          page.send(text)
        }
      }
    }
  }

  #pagesOf(userIds: readonly string[]): LiveConnection[] {
    return userIds.flatMap(userId => [...(this.#pages.get(userId) ?? [])])
  }
}
