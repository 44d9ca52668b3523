import { setTimeout as pause } from 'node:timers/promises'

/** Reads so slowly at first that the transfer is running when what allowed it ends. @returns bytes */
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
