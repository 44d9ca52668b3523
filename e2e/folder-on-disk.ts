import { createHash, randomFillSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const BLOCK = 4 * 1024 * 1024

export interface FolderOnDisk {
  path: string
  /** Expected files: the path as Coffer shows it, and the hash of the content. */
  expected: Map<string, string>
  remove: () => Promise<void>
}

/** One word in both Unicode forms: some systems compose accents, others do not. */
const COMPOSED = 'Caf\u00e9.txt'
const DECOMPOSED = 'Cafe\u0301 con leche.txt'

/** Creates a realistic folder: several hundred files, nested folders, unusual names and system files. */
export async function makeFolderOnDisk(files: number, largeBytes: number): Promise<FolderOnDisk> {
  const place = await mkdtemp(join(tmpdir(), 'coffer-folder-'))
  const root = join(place, 'Harbour 2026')
  const expected = new Map<string, string>()

  /** @param shown path in Coffer, where spaces become hyphens and accents are composed */
  async function add(path: string, content: string, shown = path): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
    expected.set(`Harbour 2026/${shown}`, createHash('sha256').update(content).digest('hex'))
  }

  for (let index = 0; index < files; index += 1) {
    const folder = `photos/${2020 + (index % 6)}/week ${index % 4}`
    await add(`${folder}/pier-${index}.txt`, `Picture ${index} of the pier.\n`.repeat(index + 1))
  }
  await add(COMPOSED, 'composed')
  await add(DECOMPOSED, 'decomposed', DECOMPOSED.normalize('NFC').replaceAll(' ', '-'))
  await add('日本語/港の地図.md', '# 港')
  await add('🚢 ferries/Größe & Maße.csv', 'a;b', '🚢 ferries/Größe-&-Maße.csv')
  await writeFile(join(root, 'nothing-in-it.txt'), '')
  await writeFile(join(root, '.DS_Store'), 'litter')
  await writeFile(join(root, 'photos/.DS_Store'), 'litter')
  const large = join(root, 'film.bin')
  await writeRandom(large, largeBytes)
  expected.set('Harbour 2026/film.bin', await hashOf(large))
  return { path: root, expected, remove: () => rm(place, { recursive: true, force: true }) }
}

/** Incompressible bytes. */
export async function writeRandom(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w')
  for (let remaining = bytes; remaining > 0; remaining -= BLOCK)
    await file.write(randomFillSync(Buffer.allocUnsafe(Math.min(BLOCK, remaining))))
  await file.close()
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part)
  return hash.digest('hex')
}
