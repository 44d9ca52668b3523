import { setTimeout as pause } from 'node:timers/promises'

/**
 * Reads slowly at first, so that the transfer is still running when its access ends.
 * @returns the number of bytes
 */
export async function readSlowly(response: Response): Promise<number> {
  const reader = response.body?.getReader()
  let bytes = 0
  for (let slow = 0; ; slow += 1) {
    const part = await reader?.read()
    if (!part || part.done) return bytes
    bytes += part.value.length
    if (slow < 300) await pause(20)
  }
}
