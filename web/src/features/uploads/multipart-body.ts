import { newId } from '../../lib/new-id.ts'

/**
 * A form of many small files as one blob. The browser's own form would make one of each file, which
 * for a hundred of them holds the page up for longer than a frame.
 */
export function multipartBody(fields: Record<string, string>, files: readonly ArrayBuffer[]): Blob {
  // A blob's type is in lower case, whatever it is given.
  const boundary = `coffer-${newId()}`
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const text = Object.entries(fields).map(([name, value]) => `${head(name)}${value}\r\n`)
  const fileHead = head('file', '; filename="file"\r\nContent-Type: application/octet-stream')
  const parts = files.flatMap(bytes => [fileHead, bytes, '\r\n'])
  const type = `multipart/form-data; boundary=${boundary}`
  return new Blob([...text, ...parts, `--${boundary}--\r\n`], { type })
}
