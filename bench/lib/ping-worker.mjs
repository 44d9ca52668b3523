import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Pings a server continuously, in another thread than the calls. */
const BETWEEN_MS = 2
let longest = 0
parentPort.on('message', () => {
  parentPort.postMessage(longest)
  longest = 0
})

/** A broken connection is reopened, and its time counts. */
const isAnswered = () =>
  fetch(`${workerData}/api/ping`)
    .then(answer => answer.arrayBuffer())
    .then(
      () => true,
      () => false,
    )

for (;;) {
  const startedAt = performance.now()
  while (!(await isAnswered())) await pause(BETWEEN_MS)
  longest = Math.max(longest, performance.now() - startedAt)
  await pause(BETWEEN_MS)
}
