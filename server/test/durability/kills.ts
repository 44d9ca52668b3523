import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { databaseKind } from '../test-database.ts'
import { verifyAll } from './batch.ts'
import { type Figures, noFigures } from './figures.ts'
import { inspect } from './inspect.ts'
import { createInstallation, type Installation } from './installation.ts'
import { seededRandom } from './seeded.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { Uploader } from './uploader.ts'

const PEOPLE = 3
const CLIENTS_EACH = 2
/**
 * The kill happens after a number of responses, independent of the machine's speed, plus a short
 * delay.
 */
const MAX_ANSWERS = 60
const MAX_DELAY_MS = 40

interface Options {
  seed: string
  kills: number
  /** Kills before a new data folder is used; every file is verified after each kill. */
  killsPerFolder: number
  report?: (line: string) => void
}

/** Repeatedly uploads, kills, restarts and verifies. */
export async function runKills(
  options: Options,
): Promise<{ figures: Figures; failures: string[] }> {
  const figures = noFigures()
  const failures: string[] = []
  for (let done = 0; done < options.kills; done += options.killsPerFolder) {
    const count = Math.min(options.killsPerFolder, options.kills - done)
    const installation = await createInstallation(PEOPLE)
    try {
      failures.push(...(await runInFolder(installation, { ...options, done, count }, figures)))
    } finally {
      await installation.remove()
    }
  }
  return { figures, failures }
}

async function runInFolder(
  installation: Installation,
  { seed, done, count, report }: Options & { done: number; count: number },
  figures: Figures,
): Promise<string[]> {
  const failures: string[] = []
  let server = await startServer(installation.env)
  for (let number = done + 1; number <= done + count; number += 1) {
    const round = `${seed}-${number}`
    await killDuringUploads(installation, server, round, figures)
    await waitForIdleDatabase(installation)
    // Every other time, inspect the folder before a server has recovered anything, and run the
    // cleanup jobs.
    const roundFailures = number % 2 === 0 ? await inspect(installation, figures) : []
    server = await startServer(installation.env)
    roundFailures.push(...(await verifyAll(installation, server, figures)))
    failures.push(...roundFailures.map(failure => `kill ${round}: ${failure}`))
    report?.(
      `kill ${number}: ${roundFailures.length === 0 ? 'nothing lost' : roundFailures.join('; ')}`,
    )
  }
  const last = await verifyAll(installation, server, figures)
  const { code, errors } = await server.stop()
  if (code !== 0) last.push(`the server ended with ${code}: ${errors}`)
  last.push(...(await inspect(installation, figures)))
  return [...failures, ...last.map(failure => `at the end of ${seed}-${done + count}: ${failure}`)]
}

async function killDuringUploads(
  { people }: Installation,
  server: ServerProcess,
  round: string,
  figures: Figures,
): Promise<void> {
  const random = seededRandom(round)
  const uploaders: Uploader[] = []
  for (const [index, person] of people.entries()) {
    const client = await person.clientAt(server.origin)
    for (let number = 1; number <= CLIENTS_EACH; number += 1) {
      const label = `${round}-${index + 1}-${number}`
      const options = { random: seededRandom(label), label, figures }
      uploaders.push(new Uploader(client, person.ledger, options))
    }
  }
  const killTime = Promise.withResolvers<void>()
  let remainingAnswers = random.below(MAX_ANSWERS)
  const work = Promise.all(
    uploaders.map(async uploader => {
      while ((await uploader.step()) !== 'cut off') {
        remainingAnswers -= 1
        if (remainingAnswers <= 0) killTime.resolve()
      }
    }),
  )
  await Promise.race([work, killTime.promise])
  await wait(random.below(MAX_DELAY_MS))
  await server.kill()
  figures.kills += 1
  await work
}

/** PostgreSQL may still be committing for the killed process. */
async function waitForIdleDatabase({ env, open }: Installation): Promise<void> {
  if (databaseKind() !== 'postgres' || !env.DATABASE_URL) return
  const { db } = await open()
  for (let others = 1; others > 0; ) {
    const { rows } = await sql<{ others: number }>`
      select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and state <> 'idle'`.execute(db)
    others = rows[0]?.others ?? 0
  }
  await db.destroy()
}
