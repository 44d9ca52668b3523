import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { nodeBinary } from '../../scripts/lib/paths.mjs'
import { coffer } from '../adapters/coffer.mjs'

/**
 * Starts Coffer with so many files at the top of its only user's files, indexed while it did not
 * run, so that nothing is left to do beside what is measured.
 */
export async function startSeeded(stage, name, files, ...more) {
  const first = await stage.start(coffer, name)
  await first.stop()
  const program = join(import.meta.dirname, '..', 'seed.mjs')
  const data = join(first.folder, 'data')
  const options = ['--data', data, '--files', String(files), '--index', ...more]
  const { status, stderr } = spawnSync(nodeBinary, [program, ...options], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The seeding failed: ${stderr}`)
  return stage.start(coffer, name)
}
