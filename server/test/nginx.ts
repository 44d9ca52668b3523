import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { freePort } from './free-port.ts'

const CONFIGURATION = resolve(import.meta.dirname, '../../deploy/nginx.conf')
/** Debian installs it outside of the PATH of users. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

export interface Nginx {
  origin: string
  stop: () => Promise<void>
}

const isAnswering = (origin: string): Promise<boolean> =>
  fetch(`${origin}/metrics`).then(
    ({ status }) => status === 404,
    () => false,
  )

export interface NginxOptions {
  /** The folder of contents that nginx may send. */
  contents?: string | undefined
  /** How long a server that refused a call gets no other. */
  failSeconds?: number
}

/** Starts nginx with the configuration that we ship, before servers on these ports. */
export async function startNginx(
  ports: readonly number[],
  { contents, failSeconds = 1 }: NginxOptions = {},
): Promise<Nginx> {
  const program = FOLDERS.map(folder => join(folder, 'nginx')).find(existsSync)
  if (!program) throw new Error('nginx is missing: install the package "nginx"')
  const folder = await mkdtemp(join(tmpdir(), 'coffer-nginx-'))
  await mkdir(join(folder, 'logs'))
  const port = await freePort()
  const shipped = await readFile(CONFIGURATION, 'utf8')
  const servers = ports.map(
    each => `server 127.0.0.1:${each} max_fails=1 fail_timeout=${failSeconds}s;`,
  )
  const configuration = shipped
    .replace(
      /(?:\s*server 127\.0\.0\.1:\d+ max_fails=1 fail_timeout=10s;)+/,
      `\n${servers.join('\n')}`,
    )
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('server_name files.example.com;', '')
    .replace('/var/lib/coffer/blobs/', `${contents ?? join(folder, 'none')}/`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const file = join(folder, 'nginx.conf')
  const main = [
    'daemon off;',
    'master_process off;',
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log warn;`,
    'events { worker_connections 1024; }',
    `http { access_log off; ${temporary}\n${configuration} }`,
  ]
  await writeFile(file, main.join('\n'))
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: 'ignore' })
  const clear = () => child.kill('SIGKILL')
  process.once('exit', clear)
  const origin = `http://127.0.0.1:${port}`
  while (!(await isAnswering(origin))) {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start: ${await readFile(join(folder, 'error.log'), 'utf8')}`)
    await new Promise(again => setTimeout(again, 20))
  }
  return {
    origin,
    async stop() {
      process.off('exit', clear)
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
