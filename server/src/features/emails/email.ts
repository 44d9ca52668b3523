/**
 * Content of an email. HTML and plain text are rendered from the same blocks, so that they always say
 * the same.
 */
export type Block =
  | { kind: 'text' | 'quote' | 'small'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'files'; head: FileColumns; files: readonly FileRow[] }

/** Column headings of a table of files. */
export type FileColumns = Record<'name' | 'size' | 'hash', string>

export interface FileRow {
  name: string
  size: string
  hash: string | null
}

export interface EmailContent {
  /** Name of the installation, shown at the top. */
  app: string
  language: string
  /** Address that replies go to; without one they go to the sender. */
  replyTo?: string
  subject: string
  title: string
  blocks: readonly Block[]
  /** Why the recipient gets this email, shown at the bottom. */
  reason: string
}
