import type { TextKind } from './text-kinds.ts'

export interface TextTask {
  kind: TextKind
  path: string
}

/** Maximum number of characters that are kept. */
export const MAX_TEXT_LENGTH = 1_000_000

export type TextReply = { text: string } | { failure: string }

/** Thrown for a content whose text permanently cannot be extracted. */
export class TextError extends Error {
  override readonly name = 'TextError'
}

/** Joins pieces of text up to the maximum length. */
export class TextBuffer {
  #pieces: string[] = []
  #length = 0

  get isFull(): boolean {
    return this.#length >= MAX_TEXT_LENGTH
  }

  add(piece: string): void {
    if (piece === '' || this.isFull) return
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  toString(): string {
    return this.#pieces
      .join('')
      .slice(0, MAX_TEXT_LENGTH)
      .replaceAll('\0', ' ')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/\s*\n\s*/g, '\n')
      .trim()
      .toWellFormed()
  }
}
