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

  const exits = children.map(exitCode)
  process.exitCode = await Promise.race(exits)
  // Server and Vite need each other: stop the one that still runs.
  stop('SIGTERM')
  await Promise.all(exits)
})

function startServer(serverPort) {
  // The browser uses Vite's address, so the server prints, links to and checks that one.
  const env = { APP_URL: address, ...environment, HOST: host, PORT: serverPort }
  return start(nodeBinary, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], { env })
}

/** Vite serves the web app and proxies everything else to the server (web/vite.config.ts). */
function startVite(serverPort) {
  const args = ['web', '--config', 'web/vite.config.ts', '--host', host, '--port', port]
  return start('vite', [...args, '--strictPort', '--clearScreen', 'false', '--logLevel', 'warn'], {
    env: toolEnvironment({ SERVER_URL: `http://${host}:${serverPort}` }),
  })
}
