import type { Listing } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import { sha256 } from '../contents.ts'
import type { TestClient } from '../test-client.ts'
import type { Figures } from './figures.ts'
import type { Person } from './installation.ts'
import type { ChunkedUpload, Content, FileRecord, Ledger } from './ledger.ts'
import { chunkAt } from './uploader.ts'

/** Compares what a user sees through the API to what was acknowledged. */
interface Verification {
  client: TestClient
  ledger: Ledger
  figures: Figures
  failures: string[]
}

const DOWNLOADS_AT_ONCE = 4

/** Verifies everything a user has; afterwards the ledger holds what was found. */
export async function verifyUser(
  person: Person,
  origin: string,
  figures: Figures,
): Promise<string[]> {
  const client = await person.clientAt(origin)
  const verification: Verification = { client, ledger: person.ledger, figures, failures: [] }
  const visibleFiles = await listFiles(verification)
  for (const path of visibleFiles.keys())
    if (!person.ledger.files.has(path))
      verification.failures.push(`${path} is shown and must not be`)
  await verifyFiles(verification, visibleFiles)
  for (const upload of [...person.ledger.chunked.values()]) await verifyUpload(verification, upload)
  await verifyRepeated(verification, visibleFiles)
  return verification.failures
}

/** Direct children of a folder, from all pages. */
async function listFolder({ client, failures }: Verification, folder: string): Promise<Item[]> {
  const items: Item[] = []
  for (let number = 1, last = 1; number <= last; number += 1) {
    const query = `sort=name&direction=ASC&page=${number}`
    const { status, body } = await client.send('GET', `/api/browse/folders/${folder}?${query}`)
    if (status !== 200) throw new Error(`Listing answered ${status}: ${JSON.stringify(body)}`)
    const { data, meta } = body as Listing
    items.push(...data)
    last = meta.paginate.lastPage
    if (number === last && items.length !== meta.paginate.total)
      failures.push(`The folder ${folder} shows ${items.length} of ${meta.paginate.total} items`)
  }
  return items
}

/** Every file by path, from all folders. */
async function listFiles(
  verification: Verification,
  folder = 'all',
  prefix = '',
): Promise<Map<string, Item>> {
  const files = new Map<string, Item>()
  for (const item of await listFolder(verification, folder)) {
    const path = prefix + item.attributes.name
    if (item.type === 'file') files.set(path, item)
    else {
      const below = await listFiles(verification, item.id, `${path}/`)
      if (below.size === 0) verification.failures.push(`${path} came without its file`)
      for (const [name, file] of below) files.set(name, file)
    }
  }
  return files
}

async function verifyFiles(
  verification: Verification,
  visibleFiles: Map<string, Item>,
): Promise<void> {
  const records = [...verification.ledger.files]
  const next = async (): Promise<void> => {
    for (let entry = records.pop(); entry; entry = records.pop())
      await verifyFile(verification, visibleFiles, entry)
  }
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, next))
}

async function verifyFile(
  { client, ledger, figures, failures }: Verification,
  visibleFiles: Map<string, Item>,
  [path, record]: [string, FileRecord],
): Promise<void> {
  const item = visibleFiles.get(path)
  if (item === undefined) {
    if (record.acknowledged) failures.push(`${path} was acknowledged and is not there`)
    ledger.settle(path, undefined)
    return
  }
  const response = await client.fetch(item.attributes.file_url ?? '')
  const bytes = new Uint8Array(await response.arrayBuffer())
  const hash = sha256(bytes)
  figures['contents checked by hash'] += 1
  const matching = [record.acknowledged, record.nextContent].find(
    content => content?.sha256 === hash,
  )
  if (matching === undefined)
    failures.push(
      `${path} answers ${response.status} with ${bytes.length} bytes that are neither ${describe(record.acknowledged)} nor ${describe(record.nextContent)}`,
    )
  else if (item.attributes.size_bytes !== matching.size)
    failures.push(`${path} says ${item.attributes.size_bytes} bytes and has ${matching.size}`)
  if (matching !== undefined && matching === record.nextContent)
    figures['files found whole though their answer was cut off'] += 1
  ledger.settle(path, matching ?? record.acknowledged)
}

const describe = (content: Content | undefined): string =>
  content ? `the ${content.size} bytes of "${content.seed}"` : 'anything sent'

/** An upload must be where the last response said, or one chunk further. */
async function verifyUpload(
  { client, ledger, failures }: Verification,
  upload: ChunkedUpload,
): Promise<void> {
  const { status, body } = await client.send('GET', `/api/upload/${upload.id}`)
  const isFile = ledger.files.get(upload.path)?.acknowledged === upload.content
  if (status === 404 && isFile) {
    ledger.repeatable.set(upload.id, upload)
    ledger.chunked.delete(upload.id)
    return
  }
  if (status === 404 && upload.acknowledgedBytes === 0) return restart(upload)
  if (status !== 200 || isFile) {
    failures.push(`The upload of ${upload.path} answers ${status}, a file is there: ${isFile}`)
    return
  }
  const received: number = body.data.attributes.received_bytes
  if (received !== upload.acknowledgedBytes && received !== upload.sentBytes)
    failures.push(
      `The upload of ${upload.path} stands at ${received}: neither ${upload.acknowledgedBytes} nor ${upload.sentBytes}`,
    )
  upload.acknowledgedBytes = received
  upload.sentBytes = received
}

function restart(upload: ChunkedUpload): void {
  upload.acknowledgedBytes = 0
  upload.sentBytes = 0
}

/**
 * Sending again under the same id must give one file, whether or not the first response arrived.
 */
async function verifyRepeated(
  { client, ledger, figures, failures }: Verification,
  visibleFiles: Map<string, Item>,
): Promise<void> {
  for (const { id, path, content } of ledger.repeatable.values()) {
    const upload = { id, path, content, chunkBytes: content.size }
    const { fields } = chunkAt(
      { ...upload, withChecksums: true, replaces: false, acknowledgedBytes: 0, sentBytes: 0 },
      0,
    )
    ledger.send(path, content)
    const { status, body } = await client.upload(fields)
    figures['requests repeated under their id'] += 1
    if (status !== 201) failures.push(`${path} sent again answers ${status}: ${body?.code}`)
    else ledger.acknowledge(path)
    const before = visibleFiles.get(path)
    if (before && before.id !== body.data?.id) failures.push(`${path} sent again is another file`)
  }
  ledger.repeatable.clear()
}

/** Continues every upload from the position reported by the server. */
export async function finishUploads(
  person: Person,
  origin: string,
  figures: Figures,
): Promise<string[]> {
  const client = await person.clientAt(origin)
  const failures: string[] = []
  for (const upload of [...person.ledger.chunked.values()]) {
    const start = upload.acknowledgedBytes
    const failure = await finishUpload(client, person.ledger, upload)
    if (failure) failures.push(`${upload.path} could not continue at ${start}: ${failure}`)
    else if (start > 0) figures['uploads continued after a restart'] += 1
  }
  return failures
}

async function finishUpload(
  client: TestClient,
  ledger: Ledger,
  upload: ChunkedUpload,
): Promise<string | undefined> {
  for (;;) {
    const { end, fields } = chunkAt(upload, upload.acknowledgedBytes)
    if (fields.is_last) ledger.send(upload.path, upload.content)
    upload.sentBytes = end
    const { status, body } = await client.upload(fields)
    if (status !== 200 && status !== 201) return `${status} ${JSON.stringify(body)}`
    upload.acknowledgedBytes = end
    if (!fields.is_last) continue
    ledger.acknowledge(upload.path)
    ledger.chunked.delete(upload.id)
    return undefined
  }
}
