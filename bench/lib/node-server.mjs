import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [directory, port] = process.argv.slice(2)

async function answer(request, response) {
  // The first request checks whether the server has started.
  if (request.url === '/') return response.end()
  const file = join(directory, new URL(request.url, 'http://x').pathname)
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(file))
    response.writeHead(201).end()
  } else if (request.method === 'DELETE') {
    await rm(file)
    response.writeHead(204).end()
  } else {
    const { size } = await stat(file)
    response.writeHead(200, { 'content-length': size })
    await pipeline(createReadStream(file), response)
  }
}

createServer((request, response) => {
  answer(request, response).catch(() => {
    if (response.headersSent) response.destroy()
    else response.writeHead(404).end()
  })
}).listen(Number(port), '127.0.0.1')
