import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { databaseKind } from '../test-database.ts'
import { look } from './batch.ts'
import { type Figures, noFigures } from './figures.ts'
import { inspect } from './inspect.ts'
import { createInstallation, type Installation } from './installation.ts'
import { seededRandom } from './seeded.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { Uploader } from './uploader.ts'

const PEOPLE = 3
const CLIENTS_EACH = 2
/** The kill comes after some answers, however fast the machine is, and then a moment later. */
const MOST_ANSWERS = 60
const LONGEST_MS = 40

interface Options {
  seed: string
  kills: number
  /** After so many kills a new data folder begins: every file of one is looked at after each kill. */
  killsPerFolder: number
  tell?: (line: string) => void
}

/** Uploads, kills, restarts and looks, again and again. */
export async function runKills(options: Options): Promise<{ figures: Figures; faults: string[] }> {
  const figures = noFigures()
  const faults: string[] = []
  for (let done = 0; done < options.kills; done += options.killsPerFolder) {
    const count = Math.min(options.killsPerFolder, options.kills - done)
    const installation = await createInstallation(PEOPLE)
    try {
      faults.push(...(await oneFolder(installation, { ...options, done, count }, figures)))
    } finally {
      await installation.remove()
    }
  }
  return { figures, faults }
}

async function oneFolder(
  installation: Installation,
  { seed, done, count, tell }: Options & { done: number; count: number },
  figures: Figures,
): Promise<string[]> {
  const faults: string[] = []
  let server = await startServer(installation.env)
  for (let number = done + 1; number <= done + count; number += 1) {
    const round = `${seed}-${number}`
    await killAmidWork(installation, server, round, figures)
    await connectionsGone(installation)
    // Every other time we look before a server has mended anything, and clear what jobs would.
    const found = number % 2 === 0 ? await inspect(installation, figures) : []
    server = await startServer(installation.env)
    found.push(...(await look(installation, server, figures)))
    faults.push(...found.map(fault => `kill ${round}: ${fault}`))
    tell?.(`kill ${number}: ${found.length === 0 ? 'nothing lost' : found.join('; ')}`)
  }
  const last = await look(installation, server, figures)
  const { code, errors } = await server.stop()
  if (code !== 0) last.push(`the server ended with ${code}: ${errors}`)
  last.push(...(await inspect(installation, figures)))
  return [...faults, ...last.map(fault => `at the end of ${seed}-${done + count}: ${fault}`)]
}

async function killAmidWork(
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
      const own = { random: seededRandom(label), label, figures }
      uploaders.push(new Uploader(client, person.ledger, own))
    }
  }
  const moment = Promise.withResolvers<void>()
  let missing = random.below(MOST_ANSWERS)
  const work = Promise.all(
    uploaders.map(async uploader => {
      while ((await uploader.step()) !== 'cut off') {
        missing -= 1
        if (missing <= 0) moment.resolve()
      }
    }),
  )
  await Promise.race([work, moment.promise])
  await wait(random.below(LONGEST_MS))
  await server.kill()
  figures.kills += 1
  await work
}

/** PostgreSQL may still be committing for a process that is gone. */
async function connectionsGone({ env, open }: Installation): Promise<void> {
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
