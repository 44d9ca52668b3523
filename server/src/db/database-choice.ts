import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { syncFolder } from '../files/folder-sync.ts'

/** The chosen database. It cannot be stored in a database, so it is a file in the data folder. */
const StoredChoice = z.object({
  kind: z.enum(['sqlite', 'postgres']),
  url: z.string().optional(),
  /** Why the database chosen afterwards could not be opened: a problem code of the setup. */
  failure: z.string().optional(),
})
export type StoredChoice = z.output<typeof StoredChoice>

export interface DatabaseInUse {
  /** PostgreSQL only. */
  url: string | undefined
  origin: 'default' | 'stored' | 'environment'
}

/** The file contains a password. */
const PRIVATE_MODE = 0o600

/** Path of the choice in a data folder. */
const choiceFileIn = (dataDir: string): string => join(dataDir, 'database.json')

/** @throws Error that names the file when it cannot be used */
export async function readDatabaseChoice(dataDir: string): Promise<StoredChoice | undefined> {
  const file = choiceFileIn(dataDir)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const choice = StoredChoice.parse(JSON.parse(text))
    if (choice.kind === 'postgres' && choice.url === undefined) throw new Error('no address')
    return choice
  } catch (cause) {
    // The reason could repeat the password.
    throw new Error(`${file} does not name a database: correct or remove it`, { cause })
  }
}

/** Stores the choice; a crash leaves the previous or the new one. */
export async function writeDatabaseChoice(dataDir: string, choice: StoredChoice): Promise<void> {
  const file = choiceFileIn(dataDir)
  const handle = await open(`${file}.part`, 'w', PRIVATE_MODE)
  try {
    await handle.writeFile(`${JSON.stringify(choice, undefined, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.part`, file)
  await syncFolder(dataDir)
}

/** `DATABASE_URL` takes precedence over the stored choice; the default is SQLite. */
export async function databaseInUse({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<DatabaseInUse> {
  if (databaseUrl !== undefined) return { url: databaseUrl, origin: 'environment' }
  const choice = await readDatabaseChoice(dataDir)
  return choice ? { url: choice.url, origin: 'stored' } : { url: undefined, origin: 'default' }
}
