import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Database } from '../db/open.ts'
import type { Message, ProcessBridge } from './hub.ts'

const CHANNEL = 'coffer_live'
/** PostgreSQL takes 8,000 bytes at most. */
const MAX_BYTES = 7_500
const RETRY_MS = 1_000

interface Options {
  db: Database
  url: string
  log: FastifyBaseLogger
}

/** NOTIFY for what happens here, a connection of its own that LISTENs for what happens elsewhere. */
export class PostgresBridge implements ProcessBridge {
  readonly #options: Options
  /** Its own messages come back, and are known already. */
  readonly #sender = randomUUID()
  #client: Client | undefined
  #closed = false

  constructor(options: Options) {
    this.#options = options
  }

  send(message: Message): void {
    const whole = JSON.stringify({ sender: this.#sender, message })
    const isSmall = Buffer.byteLength(whole) <= MAX_BYTES
    const missed: Message = { kind: 'missed' }
    const text = isSmall ? whole : JSON.stringify({ sender: this.#sender, message: missed })
    sql`select pg_notify(${CHANNEL}, ${text})`
      .execute(this.#options.db)
      .catch(err => this.#options.log.error({ err }, 'other processes could not be told'))
  }

  start(receive: (message: Message) => void): void {
    void this.#listen(receive, false)
  }

  async #listen(receive: (message: Message) => void, isAgain: boolean): Promise<void> {
    const { default: pg } = await import('pg')
    if (this.#closed) return
    const client = new pg.Client({ connectionString: this.#options.url, keepAlive: true })
    this.#client = client
    const again = () => {
      if (this.#client !== client) return
      this.#client = undefined
      client.end().catch(() => undefined)
      if (!this.#closed) setTimeout(() => void this.#listen(receive, true), RETRY_MS).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload = '' }) => {
      const { sender, message } = JSON.parse(payload) as { sender: string; message: Message }
      if (sender !== this.#sender) receive(message)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      if (isAgain) receive({ kind: 'missed' })
    } catch (err) {
      this.#options.log.error({ err }, 'other processes can not be heard')
      again()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end().catch(() => undefined)
  }
}
