import { config } from 'zod'

// zod compiles schemas with eval, which the content security policy forbids.
config({ jitless: true })
