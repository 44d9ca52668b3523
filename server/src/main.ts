import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before other imports, so that later starts use cached compiled code.
enableCompileCache()

const { run } = await import('./run.ts')
await run(join(import.meta.dirname, '../../web/dist'))
