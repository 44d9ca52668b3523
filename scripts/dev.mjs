import { environment, toolEnvironment } from './lib/environment.mjs'
import { freePort } from './lib/free-port.mjs'
import { nodeBinary } from './lib/paths.mjs'
import { exitCode, main, start } from './lib/run.mjs'
import { readyToDevelop } from './ready.mjs'

const host = '127.0.0.1'
const port = environment.PORT ?? '3000'
const address = `http://${host}:${port}`

await main(async () => {
  await readyToDevelop()
  const serverPort = String(await freePort())
  const children = [startServer(serverPort), startVite(serverPort)]
  const stop = signal => {
    for (const child of children) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

  const ends = children.map(exitCode)
  process.exitCode = await Promise.race(ends)
  // One without the other serves nobody.
  stop('SIGTERM')
  await Promise.all(ends)
})

function startServer(serverPort) {
  // The server prints, links to and checks the address in the browser, which is Vite's.
  const env = { APP_URL: address, ...environment, HOST: host, PORT: serverPort }
  return start(nodeBinary, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], { env })
}

/** Vite serves the web app and hands everything else to the server (web/vite.config.ts). */
function startVite(serverPort) {
  const args = ['web', '--config', 'web/vite.config.ts', '--host', host, '--port', port]
  return start('vite', [...args, '--strictPort', '--clearScreen', 'false', '--logLevel', 'warn'], {
    env: toolEnvironment({ SERVER_URL: `http://${host}:${serverPort}` }),
  })
}
