import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(fileURLToPath(new URL('.', import.meta.url)), '..', '..')

/** The Node.js pinned in package.json, which runs everything after the installation. */
export const nodeBinary = join(root, 'node_modules', 'node', 'bin', 'node')
