/**
 * What a letter says, once for both of its forms: markup and plain text are made of the same blocks
 * and so can't tell different things.
 */
export type Block =
  | { kind: 'text' | 'quote' | 'small'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'files'; head: FileHead; files: readonly FileLine[] }

/** What the columns of a table of files are called. */
export type FileHead = Record<'name' | 'size' | 'hash', string>

export interface FileLine {
  name: string
  size: string
  hash: string | null
}

export interface EmailContent {
  /** The installation's name, above everything. */
  app: string
  language: string
  subject: string
  title: string
  blocks: readonly Block[]
  /** Why it was sent. */
  reason: string
}
