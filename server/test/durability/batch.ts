import type { Figures } from './figures.ts'
import type { Installation } from './installation.ts'
import type { ChunkedUpload } from './ledger.ts'
import { seededRandom } from './seeded.ts'
import type { ServerProcess } from './server-process.ts'
import { Uploader, type UploadOutcome } from './uploader.ts'
import { finishUploads, judge } from './verify-state.ts'

/** Requests of every kind that a disk can fail, ready to be sent at one moment. */
export class Batch {
  readonly uploader: Uploader
  #begun: ChunkedUpload | undefined
  #nearlyDone: ChunkedUpload | undefined

  constructor(uploader: Uploader) {
    this.uploader = uploader
  }

  async prepare(): Promise<void> {
    await this.uploader.small()
    await this.uploader.small()
    this.#begun = this.uploader.begin()
    await this.uploader.sendChunk(this.#begun)
    this.#nearlyDone = this.uploader.begin()
    while (
      this.#nearlyDone.acknowledgedBytes + this.#nearlyDone.chunkBytes <
      this.#nearlyDone.content.size
    )
      await this.uploader.sendChunk(this.#nearlyDone)
  }

  run(): Promise<UploadOutcome[]> {
    const { uploader } = this
    const chunks = [uploader.begin(), this.#begun, this.#nearlyDone]
    const open = chunks.filter(upload => upload && upload.acknowledgedBytes < upload.content.size)
    return Promise.all([
      uploader.small(),
      uploader.overwrite(),
      ...open.flatMap(upload => (upload ? [uploader.sendChunk(upload)] : [])),
    ])
  }
}

/** A batch for everybody, each with a name of its own for its files. */
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
      const own = { random: seededRandom(label), label, figures }
      const batch = new Batch(new Uploader(client, person.ledger, own))
      await batch.prepare()
      return batch
    }),
  )
}

/** Looks at what everybody has and goes on with what is unfinished; tells what is wrong. */
export async function look(
  { people }: Installation,
  { origin }: ServerProcess,
  figures: Figures,
): Promise<string[]> {
  const wrong: string[] = []
  for (const person of people) {
    wrong.push(...(await judge(person, origin, figures)))
    wrong.push(...(await finishUploads(person, origin, figures)))
  }
  return wrong
}
