import { prepareBatches, verifyAll } from './batch.ts'
import type { Figures } from './figures.ts'
import { inspect } from './inspect.ts'
import type { Installation } from './installation.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import type { Refusal, UploadOutcome } from './uploader.ts'

/** Number of failed calls, if it can be determined. */
type FailedCalls = number | undefined

/** A failure of the disk under a running server. */
export interface Disruption {
  name: string
  /** Additional environment of the server. */
  env?: Record<string, string>
  /** Makes the disk fail; the returned function ends that. */
  begin: (server: ServerProcess, installation: Installation) => Promise<() => Promise<FailedCalls>>
  /** Allowed error codes while it lasts. */
  expected: readonly Refusal['code'][]
  /** Whether no upload can succeed while it lasts. */
  isTotal: boolean
  /** Whether it is acceptable that no call failed. */
  mayMiss?: boolean
  /** Whether a rejected request may still have taken effect. */
  isUncertain?: boolean
}

/**
 * Uploads of every kind during a disk failure. Verifies the responses, what is visible, that
 * everything works again afterwards, and the state after a restart.
 */
export async function disrupt(
  installation: Installation,
  disruption: Disruption,
  figures: Figures,
): Promise<{ violations: string[]; summary: string }> {
  const server = await startServer({ ...installation.env, ...disruption.env })
  const batches = await prepareBatches(installation, server, disruption.name, figures)
  for (const { uploader } of batches) uploader.refusalsAreCertain = !disruption.isUncertain
  const endDisruption = await disruption.begin(server, installation)
  const outcomes = (await Promise.all(batches.map(batch => batch.run()))).flat()
  const violations = await verifyServing(server)
  const failed = await endDisruption()
  if (failed === 0 && !disruption.mayMiss) violations.push('no call failed, so nothing was tested')
  const refusals = batches.flatMap(({ uploader }) => uploader.refusals.splice(0))
  violations.push(...unexpectedAnswers(disruption, outcomes, refusals))

  violations.push(
    ...(await verifyAll(installation, server, figures)).map(line => `as it runs on: ${line}`),
  )
  const afterwards = (await Promise.all(batches.map(batch => batch.run()))).flat()
  if (afterwards.some(outcome => outcome !== 'acknowledged'))
    violations.push(`once the fault was over, requests were ${afterwards.join(', ')}`)
  const { code, signal } = await server.kill()
  if (signal !== 'SIGKILL') violations.push(`the server ended by itself with ${code ?? signal}`)

  violations.push(...(await inspect(installation, figures)))
  const next = await startServer(installation.env)
  violations.push(
    ...(await verifyAll(installation, next, figures)).map(line => `after a restart: ${line}`),
  )
  await next.kill()
  const refused = `${refusals.length} of ${outcomes.length} requests refused`
  return { violations, summary: failed ? `${failed} calls failed, ${refused}` : refused }
}

/** The server must respond even if the disk accepts nothing. */
async function verifyServing({ origin }: ServerProcess): Promise<string[]> {
  const { status } = await fetch(`${origin}/api/ping`)
  return status === 200 ? [] : [`a ping was answered with ${status}`]
}

function unexpectedAnswers(
  { expected, isTotal }: Disruption,
  outcomes: UploadOutcome[],
  refusals: Refusal[],
): string[] {
  const violations: string[] = []
  if (outcomes.includes('cut off')) violations.push('a request was cut off')
  if (isTotal && outcomes.some(outcome => outcome !== 'refused'))
    violations.push(`requests were acknowledged: ${outcomes.join(', ')}`)
  for (const { status, code, isDiskFailure } of refusals)
    if (!isDiskFailure || !expected.includes(code)) violations.push(`answered ${status} ${code}`)
  return violations
}
