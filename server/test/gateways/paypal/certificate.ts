import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface Certificate {
  id: string
  pem: string
  privateKey: KeyObject
}

/** A self-signed certificate of a new RSA key, as Node can read but not make certificates. */
export function createCertificate(from: number, until: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const name = sequence(set(sequence(COMMON_NAME, text('messageverificationcerts.paypal.test'))))
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    SHA256_WITH_RSA,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, privateKey)
  const der = sequence(body, SHA256_WITH_RSA, tagged(0x03, Buffer.from([0]), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  const id = createHash('sha256').update(der).digest('hex').slice(0, 16)
  return {
    id: `CERT-360caa42-${id}`,
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    privateKey,
  }
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 128) return Buffer.from([length])
  return length < 256 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 255])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const set = (...parts: Buffer[]) => tagged(0x31, ...parts)
const integer = (value: number) => tagged(0x02, Buffer.from([value]))
const text = (value: string) => tagged(0x0c, Buffer.from(value))

/** GeneralizedTime, such as `20260131100000Z`. */
const time = (ms: number) =>
  tagged(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`))

const COMMON_NAME = tagged(0x06, Buffer.from('550403', 'hex'))
const SHA256_WITH_RSA = sequence(
  tagged(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  tagged(0x05),
)
