import { LOCALES } from '@coffer/contract'
import { translate } from '../../lib/translate.ts'

/**
 * In bytes, for the folders of a path. With a name of 255 bytes behind them a path stays below the
 * 1,024 bytes that macOS opens, and far below the 65,535 that a zip can hold.
 */
const FOLDERS_MAX_BYTES = 750

const FOLDER = 'long-paths'

/** Gives folders whose path is too long a short one, and lists them. */
export class LongPaths {
  readonly #nameAtTop: (name: string) => string
  #folder: string | undefined
  #listed: string[] = []

  /** @param nameAtTop gives a name that is free at the top of the archive */
  constructor(nameAtTop: (name: string) => string) {
    this.#nameAtTop = nameAtTop
  }

  /**
   * @param path of a folder, with a slash at its end
   * @returns where it is in the archive
   */
  place(path: string, name: string): string {
    if (Buffer.byteLength(path) <= FOLDERS_MAX_BYTES) return path
    this.#folder ??= this.#nameAtTop(FOLDER)
    const placed = `${this.#folder}/${this.#listed.length + 1}/${name}/`
    this.#listed.push(`${placed}\n    ${path}\n`)
    return placed
  }

  /** A text that names each folder that was placed elsewhere; undefined when there is none. */
  list(): { path: string; text: string } | undefined {
    if (this.#folder === undefined) return undefined
    const intro = LOCALES.map(locale => translate(locale, 'zip.long_paths')).join('\n')
    return {
      path: this.#nameAtTop(`${FOLDER}.txt`),
      text: `${intro}\n\n${this.#listed.join('\n')}`,
    }
  }
}
