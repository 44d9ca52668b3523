/**
 * How the built server is started: settings that Node.js reads before our first line. A young
 * generation of 8 MiB at most keeps what an upload passes through from piling up in memory; what
 * idle servers hand back they collect themselves (server/src/idle-memory.ts).
 */
export const serverArgs = ['--max-semi-space-size=8', '--expose-gc', 'server/dist/main.js']

/** The environment wins over these. */
export const serverEnvironment = {
  // Syncing, hashing and password checks wait in these threads: more of them than cores pay off.
  UV_THREADPOOL_SIZE: '16',
  // Without a bound the C library keeps a heap for every one of those threads.
  MALLOC_ARENA_MAX: '2',
  // What a password check takes (19 MiB) goes back to the system at once, instead of being kept.
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
}
