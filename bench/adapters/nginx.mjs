import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, missingProgram, versionOf } from '../lib/programs.mjs'
import { putAndGet } from '../lib/put-and-get.mjs'
import { startServer } from '../lib/server-process.mjs'

const config = ({ folder, port, isRoot }) => `
${isRoot ? 'user root;' : ''}
worker_processes auto;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_max_body_size 0;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    location / {
      dav_methods PUT DELETE;
      create_full_put_path on;
    }
  }
}
`

export const nginx = {
  name: 'nginx',
  title: 'nginx WebDAV',
  durable: false,
  missing: () => missingProgram('nginx', 'nginx-full'),
  version: () => versionOf('nginx', '-v'),
  ...putAndGet(),

  async start({ folder, port }) {
    mkdirSync(join(folder, 'files'), { recursive: true })
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, config({ folder, port, isRoot: process.getuid() === 0 }))
    const args = ['-c', file, '-p', folder, '-e', join(folder, 'error.log'), '-g', 'daemon off;']
    return startServer({ command: findProgram('nginx'), args, port, folder })
  },
}
