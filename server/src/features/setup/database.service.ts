import type { TranslationKey } from '@coffer/contract'
import {
  type DatabaseChoice,
  type DatabaseContents,
  type DatabaseProblem,
  type DatabaseState,
  type DatabaseTest,
  POSTGRES_MAJOR_MIN,
} from '@coffer/contract/setup-database'
import {
  databaseInUse,
  readDatabaseChoice,
  type StoredChoice,
  writeDatabaseChoice,
} from '../../db/database-choice.ts'
import { inspectPostgres, type PostgresFacts } from '../../db/inspect-postgres.ts'
import { MIGRATION_NAMES, migrate } from '../../db/migrate.ts'
import {
  type Database,
  type Db,
  type OpenDatabase,
  openPostgres,
  openSqlite,
  sqliteFileIn,
} from '../../db/open.ts'
import { transactOn } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/index.ts'
import { isOwnFingerprint } from '../settings/index.ts'
import { contentsOf, describeUrl, problemOfError, problemOfFacts, urlOf } from './database.rules.ts'
import { completeStep, copySetup, findStoredSetup, isInstalledIn } from './steps.repository.ts'

type DatabaseDeps = Pick<
  Deps,
  'config' | 'secret' | 'db' | 'transact' | 'databaseKind' | 'databaseUrl' | 'now' | 'log'
>

type ExamineDeps = Pick<Deps, 'config' | 'secret' | 'db' | 'databaseKind' | 'now' | 'log'>

const NO_FACTS: DatabaseTest['facts'] = {
  version: null,
  encoding: null,
  encryption: null,
  can_create: null,
  tables: null,
  answer_ms: null,
}

const PRECISION = 10
const round = (ms: number) => Math.round(ms * PRECISION) / PRECISION

const presentFacts = (facts: PostgresFacts): DatabaseTest['facts'] => ({
  version: facts.version,
  encoding: facts.encoding,
  encryption: facts.encryption,
  can_create: facts.canCreate,
  tables: facts.tables,
  answer_ms: round(facts.answerMs),
})

type Findings = Pick<DatabaseTest, 'problem' | 'contents' | 'facts'>

/** An installation is used with its own secret only; a prepared database takes the current one. */
function problemOfSecret(
  deps: Pick<Deps, 'config' | 'secret'>,
  { isInstalled, secretFingerprint }: PostgresFacts,
): DatabaseProblem | undefined {
  if (!isInstalled || secretFingerprint === null) return undefined
  return isOwnFingerprint(deps, JSON.parse(secretFingerprint)) ? undefined : 'other_secret'
}

async function examinePostgres(deps: ExamineDeps, url: string): Promise<Findings> {
  let inspected: PostgresFacts | undefined
  let problem: DatabaseProblem | undefined
  try {
    await inspectPostgres(url, facts => {
      inspected = facts
      problem = problemOfFacts(facts, MIGRATION_NAMES) ?? problemOfSecret(deps, facts)
      return problem === undefined && contentsOf(facts) === 'empty'
    })
  } catch (err) {
    problem = problemOfError(err)
    deps.log.info({ err, problem }, 'the database could not be used')
  }
  return {
    problem: problem ?? null,
    contents: inspected && !problem ? contentsOf(inspected) : null,
    facts: inspected ? presentFacts(inspected) : NO_FACTS,
  }
}

async function examineSqliteFile(db: Database): Promise<Findings> {
  const started = performance.now()
  const isInstalled = await isInstalledIn(db)
  return {
    problem: null,
    contents: isInstalled ? 'installed' : 'empty',
    facts: { ...NO_FACTS, can_create: true, answer_ms: round(performance.now() - started) },
  }
}

async function examineSqlite(deps: ExamineDeps): Promise<Findings> {
  // A second connection to the file in use could wait for a lock that this process holds.
  if (deps.databaseKind === 'sqlite') return examineSqliteFile(deps.db)
  const database = openSqlite(sqliteFileIn(deps.config.dataDir))
  try {
    await migrate(database, deps.now)
    return await examineSqliteFile(database.db)
  } finally {
    await database.db.destroy()
  }
}

async function examine(deps: ExamineDeps, choice: DatabaseChoice): Promise<Findings> {
  const url = urlOf(choice)
  if (url === undefined) return examineSqlite(deps)
  if (url === null) return { problem: 'address_invalid', contents: null, facts: NO_FACTS }
  return examinePostgres(deps, url)
}

const textOf = (problem: DatabaseProblem): TranslationKey => `setup_database.problem_${problem}`

/** Values for the placeholders of the problems' texts. */
const valuesOf = ({ facts }: Pick<Findings, 'facts'>) => ({
  min: POSTGRES_MAJOR_MIN,
  version: facts.version ?? '',
  count: facts.tables ?? 0,
})

/** Connects and reports what was found; the database is left as it was. */
export async function testDatabase(
  deps: ExamineDeps,
  choice: DatabaseChoice,
  translateFor: (key: TranslationKey, values: Record<string, string | number>) => string,
): Promise<DatabaseTest> {
  const started = performance.now()
  const findings = await examine(deps, choice)
  const { problem } = findings
  return {
    ...findings,
    passed: problem === null,
    message: problem && translateFor(textOf(problem), valuesOf(findings)),
    took_ms: Math.round(performance.now() - started),
  }
}

/** The database in use or chosen, without credentials. */
export async function readDatabaseState(
  deps: Pick<Deps, 'config' | 'databaseUrl'>,
): Promise<DatabaseState> {
  const { url, origin } = await databaseInUse(deps.config)
  const choice =
    origin === 'environment' ? undefined : await readDatabaseChoice(deps.config.dataDir)
  const nothing = { host: null, port: null, name: null, username: null, encryption: null }
  return {
    kind: url === undefined ? 'sqlite' : 'postgres',
    origin,
    is_open: url === deps.databaseUrl,
    ...(url === undefined ? nothing : describeUrl(url)),
    failure: choice?.failure ?? null,
  }
}

/** @throws AppError `setup.database_unusable` with the reason */
function requireUsable(findings: Findings): DatabaseContents {
  const { problem, contents } = findings
  if (problem === null && contents !== null) return contents
  throw new AppError('setup.database_unusable', {
    detail: textOf(problem ?? 'unknown'),
    values: valuesOf(findings),
  })
}

const targetOf = (url: string | undefined) => {
  if (url === undefined) return { type: 'database', name: 'SQLite' }
  const { host, name } = describeUrl(url)
  return { type: 'database', name: `PostgreSQL ${host}/${name}` }
}

/** Migrates the chosen database and copies what the steps before have stored. */
async function prepare(deps: DatabaseDeps, url: string | undefined): Promise<void> {
  const complete = async (tx: Db) => {
    await completeStep(tx, 'database', 'done', deps.now())
    recordAudit(tx, { action: 'server.database_chosen', target: targetOf(url) })
  }
  if (url === deps.databaseUrl) return deps.transact(complete)
  const database: OpenDatabase =
    url === undefined ? openSqlite(sqliteFileIn(deps.config.dataDir)) : openPostgres(url)
  const stored = await findStoredSetup(deps.db)
  try {
    await migrate(database, deps.now)
    const transact = transactOn(database, {
      listen: () => () => undefined,
      now: deps.now,
      onRetry: () => undefined,
    })
    await transact(async tx => {
      await copySetup(tx, stored)
      await complete(tx)
    })
  } catch (err) {
    const problem = problemOfError(err)
    deps.log.error({ err, problem }, 'the chosen database could not be prepared')
    const details = { detail: textOf(problem), values: { min: POSTGRES_MAJOR_MIN, version: '' } }
    throw new AppError('setup.database_unusable', { ...details, cause: err })
  } finally {
    await database.db.destroy()
  }
}

const storedChoice = (url: string | undefined): StoredChoice =>
  url === undefined ? { kind: 'sqlite' } : { kind: 'postgres', url }

/**
 * SETUP-4: tests the database, migrates it and stores the choice in the data folder; every process
 * then reopens its dependencies (`run.ts`). Nothing is ever dropped.
 * @throws AppError `setup.database_fixed`, `setup.database_unusable` or `setup.database_installed`
 */
export async function chooseDatabase(
  deps: DatabaseDeps,
  choice: DatabaseChoice,
  useExisting: boolean,
): Promise<DatabaseState> {
  const { config } = deps
  if (config.databaseUrl !== undefined) throw new AppError('setup.database_fixed')
  const url = urlOf(choice) ?? undefined
  const contents = requireUsable(await examine(deps, choice))
  if (contents === 'installed' && !useExisting) throw new AppError('setup.database_installed')
  if (contents !== 'installed') await prepare(deps, url)
  await writeDatabaseChoice(config.dataDir, storedChoice(url))
  return readDatabaseState(deps)
}

/**
 * Returns to the database in use after the chosen one could not be opened, and stores why, so that
 * the wizard can say it.
 */
export async function keepDatabase(
  { config, databaseUrl: url, log }: Pick<Deps, 'config' | 'databaseUrl' | 'log'>,
  err: unknown,
): Promise<undefined> {
  log.error({ err }, 'the chosen database could not be opened')
  const failure = problemOfError(err)
  await writeDatabaseChoice(config.dataDir, { ...storedChoice(url), failure })
}
