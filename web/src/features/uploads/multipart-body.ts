import { newId } from '../../lib/new-id.ts'

/**
 * Builds a multipart form of many small files as one blob. FormData would create a blob per file,
 * which blocks the page for longer than a frame with a hundred files.
 */
export function multipartBody(fields: Record<string, string>, files: readonly ArrayBuffer[]): Blob {
  // Browsers lower-case a blob's type, so the boundary is lower case too.
  const boundary = `coffer-${newId()}`
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const text = Object.entries(fields).map(([name, value]) => `${head(name)}${value}\r\n`)
  const fileHead = head('file', '; filename="file"\r\nContent-Type: application/octet-stream')
  const parts = files.flatMap(bytes => [fileHead, bytes, '\r\n'])
  const type = `multipart/form-data; boundary=${boundary}`
  return new Blob([...text, ...parts, `--${boundary}--\r\n`], { type })
}
