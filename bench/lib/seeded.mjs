import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { nodeBinary } from '../../scripts/lib/paths.mjs'
import { coffer } from '../adapters/coffer.mjs'

/**
 * Starts Coffer with this number of files at the top level of its only user, indexed before the start, so
 * that no background work disturbs the measurement.
 */
export async function startSeeded(stage, name, files, ...more) {
  return restartSeeded(stage, await stage.start(coffer, name), name, files, ...more)
}

/** Starts a server again with this number of files. */
export async function restartSeeded(stage, server, name, files, ...more) {
  await server.stop()
  const program = join(import.meta.dirname, '..', 'seed.mjs')
  const data = join(server.folder, 'data')
  const options = ['--data', data, '--files', String(files), '--index', ...more]
  const { status, stderr } = spawnSync(nodeBinary, [program, ...options], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The seeding failed: ${stderr}`)
  return stage.start(server.adapter, name)
}
