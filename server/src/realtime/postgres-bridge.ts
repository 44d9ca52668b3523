import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Database } from '../db/open.ts'
import { connectionTo } from '../db/postgres-connection.ts'
import { packMessages } from './bridge-packets.ts'
import type { Message, ProcessBridge } from './hub.ts'

const CHANNEL = 'coffer_live'
/** PostgreSQL allows 8,000 bytes. */
const MAX_BYTES = 7_500
/** Commits that notify wait for each other in the whole server, so messages share them. */
const BATCH_MS = 100
/** Together below 15 seconds, in which a lost connection is noticed. */
const HEARTBEAT_MS = 8_000
const SILENCE_MS = 5_000
const RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** Messages that wait for the database; more are replaced by one that makes pages refresh. */
const MAX_PENDING = 1_000

interface Options {
  /** Sends, outside of transactions of users. */
  db: Database
  /** Connects the listener; without a pooler that shares connections between transactions. */
  url: string
  log: FastifyBaseLogger
  heartbeatMs?: number
  silenceMs?: number
}

/**
 * Sends by NOTIFY in batches, and receives by LISTEN on a connection of its own. A message to itself
 * shows that messages arrive, which neither a connection without an error nor one to a pooler does.
 */
export class PostgresBridge implements ProcessBridge {
  readonly #options: Required<Options>
  /** Identifies our own messages, which are received as well and ignored. */
  readonly #sender = randomUUID()
  readonly #heartbeatChannel = `${CHANNEL}_${this.#sender}`
  #receive: (message: Message) => void = () => undefined
  #pending: Message[] = []
  #sending: NodeJS.Timeout | undefined
  #sentAt = 0
  #client: Client | undefined
  #heartbeat: NodeJS.Timeout | undefined
  /** Failed connections since messages arrived last. */
  #failures = 0
  #hasReceived = false
  #closed = false

  constructor(options: Options) {
    this.#options = { heartbeatMs: HEARTBEAT_MS, silenceMs: SILENCE_MS, ...options }
  }

  receivesMessages(): boolean {
    return this.#failures === 0
  }

  send(message: Message): void {
    if (message.kind === 'jobs' && this.#announces(message)) return
    this.#pending.push(message)
    this.#scheduleSending(BATCH_MS)
  }

  /** Whether these lanes are announced already; uploads of many files queue a job for each. */
  #announces({ lanes }: { lanes: readonly string[] }): boolean {
    const pending = new Set(
      this.#pending.flatMap(message => (message.kind === 'jobs' ? message.lanes : [])),
    )
    return lanes.every(lane => pending.has(lane as never))
  }

  start(receive: (message: Message) => void): void {
    this.#receive = receive
    void this.#listen()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#heartbeat)
    clearTimeout(this.#sending)
    if (this.#pending.length > 0) await this.#sendPending()
    await this.#client?.end().catch(() => undefined)
  }

  #scheduleSending(pauseMs: number): void {
    const delayMs = Math.max(0, this.#sentAt + pauseMs - Date.now())
    this.#sending ??= setTimeout(() => void this.#sendPending(), delayMs).unref()
  }

  async #sendPending(): Promise<void> {
    const messages = this.#pending
    this.#pending = []
    let pauseMs = BATCH_MS
    try {
      await this.#notify(CHANNEL, packMessages(this.#sender, messages, MAX_BYTES))
    } catch (err) {
      this.#options.log.error({ err }, 'other processes could not be notified')
      this.#pending = [...messages, ...this.#pending]
      if (this.#pending.length > MAX_PENDING) this.#pending = [{ kind: 'missed' }]
      pauseMs = RETRY_MS
    }
    this.#sentAt = Date.now()
    this.#sending = undefined
    if (this.#pending.length > 0 && !this.#closed) this.#scheduleSending(pauseMs)
  }

  async #notify(channel: string, texts: readonly string[]): Promise<void> {
    await sql`select pg_notify(${channel}, text) from unnest(${texts}::text[]) as text`.execute(
      this.#options.db,
    )
  }

  async #listen(): Promise<void> {
    const { default: pg } = await import('pg')
    if (this.#closed) return
    const client = new pg.Client({
      ...connectionTo(this.#options.url),
      connectionTimeoutMillis: this.#options.silenceMs,
      application_name: 'coffer messages',
    })
    this.#client = client
    client.on('error', err => this.#reconnect(client, err))
    client.on('end', () => this.#reconnect(client, new Error('The connection ended')))
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANNEL) this.#deliver(payload)
      else this.#confirm(client)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}; listen "${this.#heartbeatChannel}"`)
      await this.#beat(client)
    } catch (err) {
      this.#reconnect(client, err)
    }
  }

  #deliver(text: string): void {
    const { sender, messages } = JSON.parse(text) as { sender: string; messages: Message[] }
    if (sender !== this.#sender) for (const message of messages) this.#receive(message)
  }

  /** Sends a message to this process, which has to arrive in time. */
  async #beat(client: Client): Promise<void> {
    const { silenceMs, heartbeatMs } = this.#options
    this.#await(silenceMs, () => this.#reconnect(client, new Error('No messages arrive')))
    try {
      await this.#notify(this.#heartbeatChannel, [''])
    } catch {
      // The connection that sends has failed, which says nothing about this one.
      if (client === this.#client) this.#await(heartbeatMs, () => void this.#beat(client))
    }
  }

  #await(ms: number, act: () => void): void {
    clearTimeout(this.#heartbeat)
    if (!this.#closed) this.#heartbeat = setTimeout(act, ms).unref()
  }

  /** Messages arrive. Some may have been missed before the first one and after a loss. */
  #confirm(client: Client): void {
    if (client !== this.#client) return
    if (this.#failures > 0) this.#options.log.info('messages of other processes arrive again')
    if (this.#failures > 0 || !this.#hasReceived) this.#receive({ kind: 'missed' })
    this.#failures = 0
    this.#hasReceived = true
    this.#await(this.#options.heartbeatMs, () => void this.#beat(client))
  }

  #reconnect(client: Client, err: unknown): void {
    if (client !== this.#client) return
    this.#client = undefined
    client.end().catch(() => undefined)
    if (this.#closed) return
    if (this.#failures === 0)
      this.#options.log.error(
        { err },
        'messages of other processes do not arrive; behind a connection pooler set DATABASE_DIRECT_URL',
      )
    const pauseMs = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** this.#failures)
    this.#failures += 1
    // Processes that lost the same server come back one after the other.
    this.#await(pauseMs * (0.5 + Math.random() / 2), () => void this.#listen())
  }
}
