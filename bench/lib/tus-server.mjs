import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const [directory, port] = process.argv.slice(2)
const server = new Server({
  path: '/files',
  relativeLocation: true,
  datastore: new FileStore({ directory }),
})
server.listen({ host: '127.0.0.1', port: Number(port) })
