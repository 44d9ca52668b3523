/**
 * Runs sharp alone: reads images, each prefixed with its length, and creates the same sizes as Coffer, one
 * image after the other. Prints the seconds and CPU seconds used.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { thumbnailsOf } from '../../server/src/media/thumbnails.ts'

const require = createRequire(new URL('../../server/package.json', import.meta.url))
const sharp = require('sharp')
const input = readFileSync(0)
const startedAt = performance.now()
for (let at = 0; at < input.length; ) {
  const length = input.readUInt32LE(at)
  await thumbnailsOf(sharp(input.subarray(at + 4, at + 4 + length), { autoOrient: true }))
  at += 4 + length
}
const { user, system } = process.cpuUsage()
process.stdout.write(
  JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, cpu: (user + system) / 1e6 }),
)
