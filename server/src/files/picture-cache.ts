import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ByteRange } from './blob-store.ts'

/**
 * Copies of small pictures on this machine, so that a list of thumbnails does not ask a bucket for
 * each. The least recently used ones are removed first.
 */
export class PictureCache {
  readonly #folder: string
  readonly #maxBytes: number
  /** Sizes by file name, the least recently used first. */
  readonly #sizes = new Map<string, number>()
  #bytes = 0

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  /** Opens an empty cache; a process that was killed may have left files. */
  static async open(folder: string, maxBytes: number): Promise<PictureCache> {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    return new PictureCache(folder, maxBytes)
  }

  async read(key: string, range: ByteRange, load: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const name = `${key}-${range.start}-${range.end}`
    const size = this.#sizes.get(name)
    if (size !== undefined) {
      this.#sizes.delete(name)
      this.#sizes.set(name, size)
      const content = await readFile(join(this.#folder, name)).catch(() => undefined)
      if (content?.length === size) return content
    }
    const content = await load()
    await this.#add(name, content)
    return content
  }

  async #add(name: string, content: Uint8Array): Promise<void> {
    if (content.length > this.#maxBytes) return
    try {
      await writeFile(join(this.#folder, name), content)
    } catch {
      // A cache that cannot be written makes pictures slower, not unavailable.
      return
    }
    this.#bytes += content.length - (this.#sizes.get(name) ?? 0)
    this.#sizes.set(name, content.length)
    await this.#trim()
  }

  async #trim(): Promise<void> {
    for (const [name, size] of this.#sizes) {
      if (this.#bytes <= this.#maxBytes) return
      this.#sizes.delete(name)
      this.#bytes -= size
      await rm(join(this.#folder, name), { force: true })
    }
  }
}
