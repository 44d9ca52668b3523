import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Creates the key completely before it gets its name; of several processes the first one wins. */
async function createKey(file: string): Promise<void> {
  const part = `${file}.${randomUUID()}`
  // Private, and synced to disk before the first cookie is signed with it.
  const handle = await open(part, 'wx', 0o600)
  try {
    await handle.writeFile(randomBytes(32).toString('base64url'))
    await handle.sync()
    await link(part, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await handle.close()
    await rm(part)
  }
}

const secretFileIn = (dataDir: string): string => join(dataDir, 'secret.key')

/** Whether `readSecret` would return a key without creating one. */
export const hasSecret = (dataDir: string, configured: string | undefined): boolean =>
  Boolean(configured) || existsSync(secretFileIn(dataDir))

/**
 * The key that signs cookies: from the environment, or generated once and stored in the data
 * folder.
 */
export async function readSecret(dataDir: string, configured: string | undefined): Promise<string> {
  if (configured) return configured
  const file = secretFileIn(dataDir)
  if (!existsSync(file)) await createKey(file)
  return (await readFile(file, 'utf8')).trim()
}
