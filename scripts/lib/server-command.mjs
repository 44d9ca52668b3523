/**
 * Starts the built server with flags that Node.js reads before our code runs. A young generation of at
 * most 8 MiB frees the buffers of uploads early; an old one that begins with 64 MiB saves the collection
 * during the start, because an idle server collects its garbage itself (server/src/idle-memory.ts).
 */
export const serverArgs = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=64',
  '--expose-gc',
  'server/dist/main.js',
]

/** Variables of the environment take precedence. */
export const serverEnvironment = {
  // Syncing, hashing and password checks block these threads, so there are more than cores.
  UV_THREADPOOL_SIZE: '16',
  // Without a limit the C library keeps a heap per thread.
  MALLOC_ARENA_MAX: '2',
  // Returns the memory of a password check (19 MiB) and of parts (1 MiB) to the system immediately.
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
}

/** Variable that names the built server for tests which start it, instead of its sources. */
export const builtServerForTests = {
  SERVER_COMMAND: JSON.stringify({
    args: serverArgs,
    commands: 'server/dist/coffer.js',
    env: serverEnvironment,
  }),
}
