import { once } from 'node:events'
import { createInstallation, type Installation } from '../durability/installation.ts'
import { type ServerProcess, startServer } from '../durability/server-process.ts'
import { freePort } from '../free-port.ts'
import { startNginx } from '../nginx.ts'
import { openPgBouncer } from '../pgbouncer.ts'

export interface Stack {
  /** The address of nginx. */
  origin: string
  installation: Installation
  count: number
  /** Kills a process and starts another one in its place. */
  kill: (index: number) => Promise<void>
  /** Stops a process as a service manager does, and starts another one. */
  replace: (index: number) => Promise<void>
  /** Lets a process stand still. */
  pause: (index: number, ms: number) => Promise<void>
  close: () => Promise<void>
}

/** nginx before server processes, which reach PostgreSQL through PgBouncer. */
export async function openStack(count: number, people: number): Promise<Stack> {
  const installation = await createInstallation(people)
  const { DATABASE_URL: direct = '' } = installation.env
  const pooler = await openPgBouncer(direct)
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())
  const start = (index: number) =>
    startServer({
      ...installation.env,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: direct,
      DATABASE_POOL: '5',
      TRUST_PROXY: 'true',
      DRAIN_SECONDS: '6',
      PORT: String(ports[index]),
    })
  const servers: ServerProcess[] = []
  for (let index = 0; index < count; index += 1) servers.push(await start(index))
  const nginx = await startNginx(ports)
  const at = (index: number): ServerProcess => {
    const server = servers[index]
    if (!server) throw new Error(`There is no process ${index}`)
    return server
  }
  return {
    origin: nginx.origin,
    installation,
    count,
    async kill(index) {
      await at(index).kill()
      servers[index] = await start(index)
    },
    async replace(index) {
      const { code, errors } = await at(index).stop()
      if (code !== 0) throw new Error(`A process ended with ${code}: ${errors}`)
      servers[index] = await start(index)
    },
    async pause(index, ms) {
      const { pid } = at(index)
      process.kill(pid, 'SIGSTOP')
      const timer = Promise.withResolvers<void>()
      setTimeout(timer.resolve, ms)
      await timer.promise
      process.kill(pid, 'SIGCONT')
    },
    async close() {
      await nginx.stop()
      await Promise.all(servers.map(server => server.kill()))
      await pooler.stop()
      await installation.remove()
    },
  }
}

/** A service beside the processes that may be restarted. */
export type Service = 'database' | 'gateway'

/** Asks the process that started this one to restart a service, and waits until it is done. */
export async function askToRestart(service: Service): Promise<void> {
  process.send?.(service)
  await once(process, 'message')
}
