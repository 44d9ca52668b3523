import { createHash, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createInstallation } from './installation.ts'
import { seededBytes } from './seeded.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export const MEGABYTE = 1024 * 1024
const CHUNK_BYTES = 8 * MEGABYTE

/** A memory figure of the process, in bytes. */
export async function memoryOf({ pid }: ServerProcess, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
  return Number(kilobytes) * 1024
}

/** Resets the kernel's peak counter, which unlike sampling misses no peak. */
export const resetPeak = ({ pid }: ServerProcess): Promise<void> =>
  writeFile(`/proc/${pid}/clear_refs`, '5')

export interface MemoryFigures {
  idle: number
  uploadPeak: number
  downloadPeak: number
  isSame: boolean
}

/** Uploads a file in chunks of 8 MiB, downloads it, and measures the server's memory. */
export async function measureMemory(sizeBytes: number): Promise<MemoryFigures> {
  const installation = await createInstallation(1)
  const server = await startServer(installation.env)
  try {
    const [person] = installation.people
    if (!person) throw new Error('No test user exists')
    const client = await person.clientAt(server.origin)
    const idle = await memoryOf(server, 'VmRSS')

    await resetPeak(server)
    const sent = createHash('sha256')
    const upload_id = randomUUID()
    let fileUrl = ''
    for (let offset = 0; offset < sizeBytes; offset += CHUNK_BYTES) {
      const content = seededBytes(`chunk at ${offset}`, Math.min(CHUNK_BYTES, sizeBytes - offset))
      sent.update(content)
      const is_last = offset + content.length === sizeBytes
      const fields = { filename: 'large.bin', upload_id, size: sizeBytes, offset, is_last, content }
      const { status, body } = await client.upload(fields)
      if (status !== (is_last ? 201 : 200)) throw new Error(`${status} ${JSON.stringify(body)}`)
      if (is_last) fileUrl = body.data.attributes.file_url
    }
    const uploadPeak = await memoryOf(server, 'VmHWM')

    await resetPeak(server)
    const received = createHash('sha256')
    const { body } = await client.fetch(fileUrl)
    for await (const part of body ?? []) received.update(part)
    const downloadPeak = await memoryOf(server, 'VmHWM')
    return { idle, uploadPeak, downloadPeak, isSame: sent.digest('hex') === received.digest('hex') }
  } finally {
    await server.stop()
    await installation.remove()
  }
}
