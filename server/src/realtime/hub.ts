import type { LiveEvent } from '@coffer/contract/live'
import type { Lane } from '../jobs/job.ts'
import type { Live } from './live.ts'
import { RecentEvents } from './recent-events.ts'

/** The live connection of an open page. */
export interface LiveConnection {
  /** The page's client id, which it sends with every request. */
  id: string
  userId: string
  /** Time in ms since the page began to load the data that it shows. */
  age?: number | undefined
  send: (text: string) => void
  /** Closes the connection if its session has ended. */
  revalidate: () => void
}

/** A message between processes. */
export type Message =
  | { kind: 'event'; userIds: readonly string[]; event: LiveEvent; except?: string | undefined }
  | { kind: 'revalidate'; userId: string }
  /** A language has changed: every process reads them again. */
  | { kind: 'languages' }
  /** Another request wants the lease of an upload. */
  | { kind: 'upload-lease'; leaseId: string }
  /** Jobs wait in these lanes, which the process that queued them leaves to others. */
  | { kind: 'jobs'; lanes: readonly Lane[] }
  /** The settings of the storage have changed: every process opens the stores that they name. */
  | { kind: 'stores' }
  /** Messages may have been lost: every connection refreshes and revalidates its session. */
  | { kind: 'missed' }

/** Connects the processes of one installation. */
export interface ProcessBridge {
  send: (message: Message) => void
  /** False while messages of other processes do not arrive. */
  receivesMessages: () => boolean
  start: (receive: (message: Message) => void) => void
  close: () => Promise<void>
}

/** Called for messages that concern the process itself. */
export interface HubHandlers {
  onLanguages: () => void
  onUploadLease: (leaseId: string) => void
  onJobs: (lanes: readonly Lane[]) => void
  onStores: () => void
}

const REFRESH = JSON.stringify({ type: 'refresh' } satisfies LiveEvent)
/** Spreads the calls of all pages, which would otherwise come at the same instant. */
const REFRESH_ALL = JSON.stringify({ type: 'refresh', within_ms: 10_000 } satisfies LiveEvent)

/** Knows every open connection of this process; events of other processes arrive over the bridge. */
export class ConnectionHub implements Live {
  readonly #connections = new Map<string, Set<LiveConnection>>()
  readonly #recent = new RecentEvents()
  readonly #bridge: ProcessBridge | undefined
  readonly #handlers: Partial<HubHandlers>

  constructor(bridge?: ProcessBridge, handlers: Partial<HubHandlers> = {}) {
    this.#bridge = bridge
    this.#handlers = handlers
  }

  start(): void {
    this.#bridge?.start(message => this.#deliver(message))
  }

  async close(): Promise<void> {
    await this.#bridge?.close()
  }

  receivesMessages(): boolean {
    return this.#bridge?.receivesMessages() ?? true
  }

  publish(userIds: readonly string[], event: LiveEvent, except?: string): void {
    if (userIds.length > 0) this.#broadcast({ kind: 'event', userIds, event, except })
  }

  revalidate(userId: string): void {
    this.#broadcast({ kind: 'revalidate', userId })
  }

  /** Makes every process read the languages again; call it after the commit. */
  reloadLanguages(): void {
    this.#broadcast({ kind: 'languages' })
  }

  /** Asks the process that holds the lease of an upload to give it away. */
  requestUploadLease(leaseId: string): void {
    this.#broadcast({ kind: 'upload-lease', leaseId })
  }

  /** Lets other processes look for jobs. */
  announceJobs(lanes: readonly Lane[]): void {
    this.#bridge?.send({ kind: 'jobs', lanes })
  }

  /** Lets other processes open the stores that changed settings name. */
  announceStores(): void {
    this.#bridge?.send({ kind: 'stores' })
  }

  /** False if no connection can be open, which saves finding the recipients. */
  hasConnections(): boolean {
    return this.#bridge !== undefined || this.#connections.size > 0
  }

  /** Makes pages that are loading refresh, because events without recipients were dropped. */
  dropEvents(): void {
    this.#recent.addUnknown()
  }

  /** Makes the pages of every process refresh, because events were lost. */
  refreshPages(): void {
    this.#broadcast({ kind: 'missed' })
  }

  countOf(userId: string): number {
    return this.#connections.get(userId)?.size ?? 0
  }

  countConnections(): { connections: number; users: number } {
    const open = [...this.#connections.values()]
    return { connections: open.reduce((sum, { size }) => sum + size, 0), users: open.length }
  }

  /**
   * Connects a page, which refreshes if it may have missed an event since it began to load.
   * @returns a function that disconnects
   */
  connect(connection: LiveConnection): () => void {
    const { userId, age } = connection
    const connections = this.#connections.get(userId) ?? new Set()
    this.#connections.set(userId, connections.add(connection))
    if (age !== undefined && this.#recent.mayHaveHad(userId, age)) connection.send(REFRESH)
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
        this.#recent.add(message.userIds)
        const text = JSON.stringify(message.event)
        for (const connection of this.#connectionsOf(message.userIds))
          if (connection.id !== message.except) connection.send(text)
        return
      }
      case 'revalidate':
        for (const connection of this.#connectionsOf([message.userId])) connection.revalidate()
        return
      case 'languages':
        this.#handlers.onLanguages?.()
        return
      case 'upload-lease':
        this.#handlers.onUploadLease?.(message.leaseId)
        return
      case 'jobs':
        this.#handlers.onJobs?.(message.lanes)
        return
      case 'stores':
        this.#handlers.onStores?.()
        return
      case 'missed': {
        this.#handlers.onLanguages?.()
        this.#handlers.onStores?.()
        this.#recent.addUnknown()
        for (const connection of this.#connectionsOf([...this.#connections.keys()])) {
          connection.revalidate()
          connection.send(REFRESH_ALL)
        }
      }
    }
  }

  #connectionsOf(userIds: readonly string[]): LiveConnection[] {
    return userIds.flatMap(userId => [...(this.#connections.get(userId) ?? [])])
  }
}
