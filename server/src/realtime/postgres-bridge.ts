import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Database } from '../db/open.ts'
import type { Message, ProcessBridge } from './hub.ts'

const CHANNEL = 'coffer_live'
/** PostgreSQL allows 8,000 bytes. */
const MAX_BYTES = 7_500
const RETRY_MS = 1_000

interface Options {
  db: Database
  url: string
  log: FastifyBaseLogger
}

/** Sends by NOTIFY, and receives by LISTEN on a connection of its own. */
export class PostgresBridge implements ProcessBridge {
  readonly #options: Options
  /** Identifies our own messages, which are received as well and ignored. */
  readonly #sender = randomUUID()
  #client: Client | undefined
  #closed = false

  constructor(options: Options) {
    this.#options = options
  }

  send(message: Message): void {
    const fullText = JSON.stringify({ sender: this.#sender, message })
    const isSmall = Buffer.byteLength(fullText) <= MAX_BYTES
    const missed: Message = { kind: 'missed' }
    const text = isSmall ? fullText : JSON.stringify({ sender: this.#sender, message: missed })
    sql`select pg_notify(${CHANNEL}, ${text})`
      .execute(this.#options.db)
      .catch(err => this.#options.log.error({ err }, 'other processes could not be notified'))
  }

  start(receive: (message: Message) => void): void {
    void this.#listen(receive, false)
  }

  async #listen(receive: (message: Message) => void, isReconnect: boolean): Promise<void> {
    const { default: pg } = await import('pg')
    if (this.#closed) return
    const client = new pg.Client({ connectionString: this.#options.url, keepAlive: true })
    this.#client = client
    const reconnect = () => {
      if (this.#client !== client) return
      this.#client = undefined
      client.end().catch(() => undefined)
      if (!this.#closed) setTimeout(() => void this.#listen(receive, true), RETRY_MS).unref()
    }
    client.on('error', reconnect)
    client.on('end', reconnect)
    client.on('notification', ({ payload = '' }) => {
      const { sender, message } = JSON.parse(payload) as { sender: string; message: Message }
      if (sender !== this.#sender) receive(message)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      if (isReconnect) receive({ kind: 'missed' })
    } catch (err) {
      this.#options.log.error({ err }, 'messages of other processes cannot be received')
      reconnect()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end().catch(() => undefined)
  }
}
