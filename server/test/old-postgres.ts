import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A message of PostgreSQL's protocol: its type, its length and its content. */
function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const text = (value: string) => Buffer.from(`${value}\0`)

const TYPES = { bool: 16, int4: 23, text: 25 } as const

type Column = readonly [name: string, type: keyof typeof TYPES, value: string]

const READY = message('Z', Buffer.from('I'))
const SIGNED_IN = Buffer.concat([message('R', int32(0)), READY])

function rowOf(columns: readonly Column[]): Buffer {
  const fields = columns.map(([name, type]) =>
    Buffer.concat([
      text(name),
      int32(0),
      int16(0),
      int32(TYPES[type]),
      int16(0),
      int32(0),
      int16(0),
    ]),
  )
  const values = columns.map(([, , value]) =>
    Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]),
  )
  return Buffer.concat([
    message('T', int16(columns.length), ...fields),
    message('D', int16(columns.length), ...values),
    message('C', text('SELECT 1')),
    READY,
  ])
}

/** Such a server lacks functions that later versions have. */
const UNKNOWN_FUNCTION = Buffer.concat([
  message('E', text('SERROR'), text('C42883'), text('Mfunction does not exist'), text('')),
  READY,
])

/** A server that answers what it is, and nothing else. @returns its address */
export async function openOldPostgres(version: string, versionNumber: number): Promise<string> {
  const facts = rowOf([
    ['version_number', 'int4', String(versionNumber)],
    ['version', 'text', version],
    ['encoding', 'text', 'UTF8'],
    ['is_read_only', 'bool', 'f'],
    ['can_create_schema', 'bool', 't'],
    ['can_create_table', 'bool', 't'],
  ])
  const server = createServer(socket => {
    let isSignedIn = false
    socket.on('error', () => undefined)
    socket.on('data', data => {
      if (!isSignedIn) {
        isSignedIn = true
        socket.write(SIGNED_IN)
      } else if (data.toString('latin1', 0, 1) === 'Q')
        socket.write(data.includes('server_version_num') ? facts : UNKNOWN_FUNCTION)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return `postgres://coffer:wrong-secret@127.0.0.1:${port}/coffer?sslmode=disable`
}
