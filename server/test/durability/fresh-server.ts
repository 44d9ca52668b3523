import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SetupProgress, StoredStep } from '@coffer/contract/setup'
import { expect, onTestFinished } from 'vitest'
import { codeFrom } from '../../src/features/setup/setup-code.rules.ts'
import { hmac } from '../../src/lib/signing.ts'
import { TestClient } from '../test-client.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export const ADMIN = {
  name: 'Ada King',
  email: 'ada@example.test',
  password: 'correct horse battery',
}

/**
 * A server on an empty data folder, in a process that can be killed at any step. It makes its own
 * secret unless one is given.
 */
export async function openFreshServer(env: Record<string, string> = {}, givenSecret?: string) {
  const parentFolder = await mkdtemp(join(tmpdir(), 'coffer-setup-'))
  const folder = join(parentFolder, 'data')
  if (givenSecret !== undefined) {
    await mkdir(folder)
    await writeFile(join(folder, 'secret.key'), `${givenSecret}\n`, { mode: 0o600 })
  }
  const start = () => startServer({ DATA_DIR: folder, ...env })
  let server: ServerProcess = await start()
  onTestFinished(async () => {
    await server.kill()
    await rm(parentFolder, { recursive: true, force: true })
  })
  const secret = (await readFile(join(folder, 'secret.key'), 'utf8')).trim()
  const code = codeFrom(hmac(secret, 'setup-code', ''))
  /** A call that waits while the server reopens its database. */
  async function post(path: string, body: object = {}) {
    for (;;)
      try {
        const client = new TestClient(server.origin)
        return await client.send('POST', `/api/setup/${path}`, { code, ...body })
      } catch {
        await new Promise(resolve => setTimeout(resolve, 50))
      }
  }
  const progress = async (): Promise<SetupProgress> => (await post('progress')).body.data
  return {
    folder,
    secret,
    code,
    post,
    progress,
    pid: () => server.pid,
    stateOf: async (step: StoredStep) =>
      (await progress()).steps.find(row => row.step === step)?.state,
    /** Waits until the server runs on the chosen database. */
    untilOpen: () => expect.poll(async () => (await progress()).database.is_open).toBe(true),
    client: () => new TestClient(server.origin),
    kill: () => server.kill(),
    /** Waits until the process has ended by itself or by a test. */
    untilEnded: () => server.ended,
    async restart() {
      await server.kill()
      server = await start()
    },
  }
}
