import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before anything else is imported: the second start reads compiled code.
enableCompileCache()

const { run } = await import('./run.ts')
await run(join(import.meta.dirname, '../../web/dist'))
