import { Refusal } from './run.mjs'

const oldest = [20, 20]

/** npm and our scripts run on the host's Node.js; the server runs on the pinned one. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  throw new Refusal(
    `Coffer needs Node.js ${oldest.join('.')} or newer; this is ${process.versions.node}.`,
  )
}
