import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The key that signs cookies: from the environment, or generated once and stored in the data
 * folder.
 */
export async function readSecret(dataDir: string, configured: string | undefined): Promise<string> {
  if (configured) return configured
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    // Private, and synced to disk before the first cookie is signed with it.
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(randomBytes(32).toString('base64url'))
    await handle.sync()
    await handle.close()
  }
  return (await readFile(file, 'utf8')).trim()
}
