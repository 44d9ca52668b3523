import type { TextKind } from './text-kinds.ts'

export interface TextTask {
  kind: TextKind
  path: string
}

/** So many characters of a text are kept. */
export const TEXT_MAX = 1_000_000

export type TextReply = { text: string } | { fault: string }

/** A content that no words can be read out of, today or tomorrow. */
export class TextError extends Error {
  override readonly name = 'TextError'
}

/** Puts pieces together until there are enough. */
export class TextBuffer {
  #pieces: string[] = []
  #length = 0

  get isFull(): boolean {
    return this.#length >= TEXT_MAX
  }

  add(piece: string): void {
    if (piece === '' || this.isFull) return
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  toString(): string {
    return this.#pieces
      .join('')
      .slice(0, TEXT_MAX)
      .replaceAll('\0', ' ')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/\s*\n\s*/g, '\n')
      .trim()
      .toWellFormed()
  }
}
