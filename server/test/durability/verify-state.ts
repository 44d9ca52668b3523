import type { Listing } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import { sha256 } from '../contents.ts'
import type { TestClient } from '../test-client.ts'
import type { Figures } from './figures.ts'
import type { Person } from './installation.ts'
import type { ChunkedUpload, Content, FileRecord, Ledger } from './ledger.ts'
import { chunkAt } from './uploader.ts'

/** What a person sees, told from outside, against what he was promised. */
interface Judgement {
  client: TestClient
  ledger: Ledger
  figures: Figures
  faults: string[]
}

const DOWNLOADS_AT_ONCE = 4

/** Looks at everything a person has; afterwards the ledger says what was found. */
export async function judge(person: Person, origin: string, figures: Figures): Promise<string[]> {
  const client = await person.clientAt(origin)
  const judgement: Judgement = { client, ledger: person.ledger, figures, faults: [] }
  const shown = await listFiles(judgement)
  for (const path of shown.keys())
    if (!person.ledger.files.has(path)) judgement.faults.push(`${path} is shown and must not be`)
  await judgeFiles(judgement, shown)
  for (const upload of [...person.ledger.chunked.values()]) await judgeUpload(judgement, upload)
  await judgeRepeated(judgement, shown)
  return judgement.faults
}

/** What lies directly in a folder, from all its pages. */
async function listFolder({ client, faults }: Judgement, folder: string): Promise<Item[]> {
  const items: Item[] = []
  for (let number = 1, last = 1; number <= last; number += 1) {
    const query = `sort=name&direction=ASC&page=${number}`
    const { status, body } = await client.send('GET', `/api/browse/folders/${folder}?${query}`)
    if (status !== 200) throw new Error(`Listing answered ${status}: ${JSON.stringify(body)}`)
    const { data, meta } = body as Listing
    items.push(...data)
    last = meta.paginate.lastPage
    if (number === last && items.length !== meta.paginate.total)
      faults.push(`The folder ${folder} shows ${items.length} of ${meta.paginate.total} items`)
  }
  return items
}

/** Every file by its path, from all folders. */
async function listFiles(
  judgement: Judgement,
  folder = 'all',
  prefix = '',
): Promise<Map<string, Item>> {
  const files = new Map<string, Item>()
  for (const item of await listFolder(judgement, folder)) {
    const path = prefix + item.attributes.name
    if (item.type === 'file') files.set(path, item)
    else {
      const below = await listFiles(judgement, item.id, `${path}/`)
      if (below.size === 0) judgement.faults.push(`${path} came without its file`)
      for (const [name, file] of below) files.set(name, file)
    }
  }
  return files
}

async function judgeFiles(judgement: Judgement, shown: Map<string, Item>): Promise<void> {
  const records = [...judgement.ledger.files]
  const next = async (): Promise<void> => {
    for (let entry = records.pop(); entry; entry = records.pop())
      await judgeFile(judgement, shown, entry)
  }
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, next))
}

async function judgeFile(
  { client, ledger, figures, faults }: Judgement,
  shown: Map<string, Item>,
  [path, record]: [string, FileRecord],
): Promise<void> {
  const item = shown.get(path)
  if (item === undefined) {
    if (record.acknowledged) faults.push(`${path} was acknowledged and is not there`)
    ledger.settle(path, undefined)
    return
  }
  const response = await client.fetch(item.attributes.file_url ?? '')
  const bytes = new Uint8Array(await response.arrayBuffer())
  const hash = sha256(bytes)
  figures['contents checked by hash'] += 1
  const found = [record.acknowledged, record.nextContent].find(content => content?.sha256 === hash)
  if (found === undefined)
    faults.push(
      `${path} answers ${response.status} with ${bytes.length} bytes that are neither ${describe(record.acknowledged)} nor ${describe(record.nextContent)}`,
    )
  else if (item.attributes.size_bytes !== found.size)
    faults.push(`${path} says ${item.attributes.size_bytes} bytes and has ${found.size}`)
  if (found !== undefined && found === record.nextContent)
    figures['files found whole though their answer was cut off'] += 1
  ledger.settle(path, found ?? record.acknowledged)
}

const describe = (content: Content | undefined): string =>
  content ? `the ${content.size} bytes of "${content.seed}"` : 'anything sent'

/** An upload is where it was by its last answer, or one chunk further. */
async function judgeUpload(
  { client, ledger, faults }: Judgement,
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
    faults.push(`The upload of ${upload.path} answers ${status}, a file is there: ${isFile}`)
    return
  }
  const received: number = body.data.attributes.received_bytes
  if (received !== upload.acknowledgedBytes && received !== upload.sentBytes)
    faults.push(
      `The upload of ${upload.path} stands at ${received}: neither ${upload.acknowledgedBytes} nor ${upload.sentBytes}`,
    )
  upload.acknowledgedBytes = received
  upload.sentBytes = received
}

function restart(upload: ChunkedUpload): void {
  upload.acknowledgedBytes = 0
  upload.sentBytes = 0
}

/** What is sent again under its id becomes one file, whether its first answer arrived or not. */
async function judgeRepeated(
  { client, ledger, figures, faults }: Judgement,
  shown: Map<string, Item>,
): Promise<void> {
  for (const { id, path, content } of ledger.repeatable.values()) {
    const whole = { id, path, content, chunkBytes: content.size }
    const { fields } = chunkAt(
      { ...whole, withChecksums: true, replaces: false, acknowledgedBytes: 0, sentBytes: 0 },
      0,
    )
    ledger.send(path, content)
    const { status, body } = await client.upload(fields)
    figures['requests repeated under their id'] += 1
    if (status !== 201) faults.push(`${path} sent again answers ${status}: ${body?.code}`)
    else ledger.acknowledge(path)
    const before = shown.get(path)
    if (before && before.id !== body.data?.id) faults.push(`${path} sent again is another file`)
  }
  ledger.repeatable.clear()
}

/** Goes on with every upload from where the server says it stands, to its end. */
export async function finishUploads(
  person: Person,
  origin: string,
  figures: Figures,
): Promise<string[]> {
  const client = await person.clientAt(origin)
  const faults: string[] = []
  for (const upload of [...person.ledger.chunked.values()]) {
    const start = upload.acknowledgedBytes
    const fault = await finishUpload(client, person.ledger, upload)
    if (fault) faults.push(`${upload.path} could not go on at ${start}: ${fault}`)
    else if (start > 0) figures['uploads continued after a restart'] += 1
  }
  return faults
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
