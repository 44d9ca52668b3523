import { resolve } from 'node:path'
import { HOUR_MS } from '@coffer/contract/durations'
import { expect, it } from 'vitest'
import { bytes, chunked, sha256 } from '../contents.ts'
import { storesInBucket } from '../s3-bucket.ts'
import { createInstallation } from './installation.ts'
import { runCommandLine, startServer } from './server-process.ts'

const MOVED_CLOCK = resolve(import.meta.dirname, '../../../scripts/lib/moved-clock.mjs')

it.runIf(storesInBucket())(
  'M8: a server whose clock is an hour ahead stores and reads, and the check says so',
  async () => {
    const installation = await createInstallation(1)
    const env = {
      ...installation.env,
      NODE_OPTIONS: `--import=${MOVED_CLOCK}`,
      CLOCK_AHEAD_MS: String(HOUR_MS),
    }
    const server = await startServer(env)
    try {
      const client = await installation.people[0]?.clientAt(server.origin)
      if (!client) throw new Error('No test user exists')
      const content = bytes(1_500_000)
      const { send } = chunked(client, content)
      await send(0, 1_000_000)
      const { data } = (await send(1_000_000, content.length)).body
      expect(sha256(await client.download(data))).toBe(sha256(content))
      const { output } = await runCommandLine(['storage', 'check'], env)
      expect(output).toContain('– has the time of this machine: 60 min')
      expect(output).toContain('The bucket can be used.')
    } finally {
      await server.kill()
      await installation.remove()
    }
  },
)
