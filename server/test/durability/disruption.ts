import { look, prepareBatches } from './batch.ts'
import type { Figures } from './figures.ts'
import { inspect } from './inspect.ts'
import type { Installation } from './installation.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import type { Refusal, UploadOutcome } from './uploader.ts'

/** How many calls failed, if that can be told. */
type FailedCalls = number | undefined

/** A way in which the disk fails under a running server. */
export interface Disruption {
  name: string
  /** What else the server is told at its start. */
  env?: Record<string, string>
  /** Makes the disk fail; what it returns ends that. */
  begin: (server: ServerProcess, installation: Installation) => Promise<() => Promise<FailedCalls>>
  /** What may be answered while it lasts. */
  expected: readonly Refusal['code'][]
  /** Whether nothing at all can be kept while it lasts. */
  isTotal: boolean
  /** Whether it is right that no call failed. */
  mayMiss?: boolean
  /** Whether a request that was refused may have been fulfilled all the same. */
  isUncertain?: boolean
}

/**
 * Uploads of every kind while the disk fails: what is answered then, what can be seen then, whether
 * everything works again afterwards, and what a restart finds.
 */
export async function disrupt(
  installation: Installation,
  disruption: Disruption,
  figures: Figures,
): Promise<{ wrong: string[]; summary: string }> {
  const server = await startServer({ ...installation.env, ...disruption.env })
  const batches = await prepareBatches(installation, server, disruption.name, figures)
  for (const { uploader } of batches) uploader.refusalsAreCertain = !disruption.isUncertain
  const lift = await disruption.begin(server, installation)
  const outcomes = (await Promise.all(batches.map(batch => batch.run()))).flat()
  const wrong = await stillServes(server)
  const failed = await lift()
  if (failed === 0 && !disruption.mayMiss) wrong.push('no call failed: nothing is shown')
  const refusals = batches.flatMap(({ uploader }) => uploader.refusals.splice(0))
  wrong.push(...wrongAnswers(disruption, outcomes, refusals))

  wrong.push(...(await look(installation, server, figures)).map(line => `as it runs on: ${line}`))
  const later = (await Promise.all(batches.map(batch => batch.run()))).flat()
  if (later.some(outcome => outcome !== 'acknowledged'))
    wrong.push(`once the fault was over, requests were ${later.join(', ')}`)
  const { code, signal } = await server.kill()
  if (signal !== 'SIGKILL') wrong.push(`the server ended by itself with ${code ?? signal}`)

  wrong.push(...(await inspect(installation, figures)))
  const next = await startServer(installation.env)
  wrong.push(...(await look(installation, next, figures)).map(line => `after a restart: ${line}`))
  await next.kill()
  const refused = `${refusals.length} of ${outcomes.length} requests refused`
  return { wrong, summary: failed ? `${failed} calls failed, ${refused}` : refused }
}

/** A disk that takes nothing is no reason not to answer. */
async function stillServes({ origin }: ServerProcess): Promise<string[]> {
  const { status } = await fetch(`${origin}/api/ping`)
  return status === 200 ? [] : [`a ping was answered with ${status}`]
}

function wrongAnswers(
  { expected, isTotal }: Disruption,
  outcomes: UploadOutcome[],
  refusals: Refusal[],
): string[] {
  const wrong: string[] = []
  if (outcomes.includes('cut off')) wrong.push('a request was cut off')
  if (isTotal && outcomes.some(outcome => outcome !== 'refused'))
    wrong.push(`requests were acknowledged: ${outcomes.join(', ')}`)
  for (const { status, code, isDiskFault } of refusals)
    if (!isDiskFault || !expected.includes(code)) wrong.push(`answered ${status} ${code}`)
  return wrong
}
