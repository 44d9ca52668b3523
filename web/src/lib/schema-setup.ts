import { config } from 'zod'

// Compiling schemas needs eval, which the page's policy forbids.
config({ jitless: true })
