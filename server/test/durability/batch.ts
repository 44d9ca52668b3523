import type { Figures } from './figures.ts'
import type { Installation } from './installation.ts'
import type { ChunkedUpload } from './ledger.ts'
import { seededRandom } from './seeded.ts'
import type { ServerProcess } from './server-process.ts'
import { Uploader, type UploadOutcome } from './uploader.ts'
import { finishUploads, verifyUser } from './verify-state.ts'

/** Requests of every kind that a disk failure can affect, ready to be sent at once. */
export class Batch {
  readonly uploader: Uploader
  #started: ChunkedUpload | undefined
  #almostFinished: ChunkedUpload | undefined

  constructor(uploader: Uploader) {
    this.uploader = uploader
  }

  async prepare(): Promise<void> {
    await this.uploader.small()
    await this.uploader.small()
    this.#started = this.uploader.begin()
    await this.uploader.sendChunk(this.#started)
    this.#almostFinished = this.uploader.begin()
    while (
      this.#almostFinished.acknowledgedBytes + this.#almostFinished.chunkBytes <
      this.#almostFinished.content.size
    )
      await this.uploader.sendChunk(this.#almostFinished)
  }

  run(): Promise<UploadOutcome[]> {
    const { uploader } = this
    const chunks = [uploader.begin(), this.#started, this.#almostFinished]
    const open = chunks.filter(upload => upload && upload.acknowledgedBytes < upload.content.size)
    return Promise.all([
      uploader.small(),
      uploader.overwrite(),
      ...open.flatMap(upload => (upload ? [uploader.sendChunk(upload)] : [])),
    ])
  }
}

/** Prepares a batch per user; `name` distinguishes their files. */
export async function prepareBatches(
  { people }: Installation,
  { origin }: ServerProcess,
  name: string,
  figures: Figures,
): Promise<Batch[]> {
  return Promise.all(
    people.map(async (person, index) => {
      const client = await person.clientAt(origin)
      const label = `${name.replaceAll(/\W+/g, '-')}-${index + 1}`
      const options = { random: seededRandom(label), label, figures }
      const batch = new Batch(new Uploader(client, person.ledger, options))
      await batch.prepare()
      return batch
    }),
  )
}

/** Verifies the files of every user, finishes their uploads, and returns the violations. */
export async function verifyAll(
  { people }: Installation,
  { origin }: ServerProcess,
  figures: Figures,
): Promise<string[]> {
  const violations: string[] = []
  for (const person of people) {
    violations.push(...(await verifyUser(person, origin, figures)))
    violations.push(...(await finishUploads(person, origin, figures)))
  }
  return violations
}
