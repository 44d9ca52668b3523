import { PRODUCT_LOCALES } from '@coffer/contract'
import { translate } from '../../lib/translate.ts'

/**
 * Longest folder path in bytes. With a name of 255 bytes a path stays below the 1,024 bytes that
 * macOS opens, and far below the 65,535 that a zip allows.
 */
const FOLDERS_MAX_BYTES = 750

const FOLDER = 'long-paths'

/** Gives folders whose path is too long a short path, and lists them. */
export class LongPaths {
  readonly #nameAtTop: (name: string) => string
  #folder: string | undefined
  #listed: string[] = []

  /** @param nameAtTop returns a name that is unique at the top of the archive */
  constructor(nameAtTop: (name: string) => string) {
    this.#nameAtTop = nameAtTop
  }

  /** @param path of a folder, with a trailing slash @returns its path in the archive */
  place(path: string, name: string): string {
    if (Buffer.byteLength(path) <= FOLDERS_MAX_BYTES) return path
    this.#folder ??= this.#nameAtTop(FOLDER)
    const placed = `${this.#folder}/${this.#listed.length + 1}/${name}/`
    this.#listed.push(`${placed}\n    ${path}\n`)
    return placed
  }

  /** A text that lists each folder with a shortened path; undefined if there is none. */
  list(): { path: string; text: string } | undefined {
    if (this.#folder === undefined) return undefined
    const intro = PRODUCT_LOCALES.map(locale => translate(locale, 'zip.long_paths')).join('\n')
    return {
      path: this.#nameAtTop(`${FOLDER}.txt`),
      text: `${intro}\n\n${this.#listed.join('\n')}`,
    }
  }
}
