type Load<T> = () => Promise<T>
type Preload = <T>(load: Load<T>, ...files: unknown[]) => Promise<T>

const TIMEOUT_MS = 120_000
const NAME = 'ChunkLoadError'

export const isPartError = (error: unknown): error is Error =>
  error instanceof Error && error.name === NAME

/**
 * APP-29: wraps the function with which Vite loads each lazy part of the app, so that a part that does
 * not arrive is reported with the kind of failure (error, missing, timeout) and the source address. The
 * build inserts it: see web/build/part-errors.ts.
 * @param preload loads the styles of a part, then its script
 */
export const reportParts =
  (preload: Preload): Preload =>
  async (load, ...files) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(partError(load, 'timeout')), TIMEOUT_MS)
    })
    const part = preload(load, ...files).catch(error => {
      // The file arrived, but is not the expected script.
      throw partError(load, error instanceof SyntaxError ? 'missing' : 'error', error)
    })
    return Promise.race([part, timeout]).finally(() => clearTimeout(timer))
  }

function partError(load: Load<unknown>, kind: string, cause?: unknown): Error {
  // Not every browser names the file in its error, and a timeout has none.
  const [, file = ''] = /import\([`'"]([^`'"]+)/.exec(String(load)) ?? []
  const [address] = /https?:\S+/.exec(String(cause)) ?? [new URL(file, import.meta.url).href]
  const id = file.replace(/^.*\/|\.\w+$/g, '')
  const error = new Error(`Loading chunk ${id} failed.\n(${kind}: ${address})`, { cause })
  error.name = NAME
  return error
}
