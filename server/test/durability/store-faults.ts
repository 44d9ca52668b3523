import { type Disturbance, first, type Rule, startFaultProxy } from '../fault-proxy.ts'
import { storeAddress } from '../s3-bucket.ts'
import type { Boundary } from './boundary-kills.ts'
import type { Disruption } from './disruption.ts'

export type StoreProxy = Awaited<ReturnType<typeof startFaultProxy>>
type Call = Parameters<Rule>[0]

export async function withStoreProxy<T>(work: (proxy: StoreProxy) => Promise<T>): Promise<T> {
  const proxy = await startFaultProxy(storeAddress())
  try {
    return await work(proxy)
  } finally {
    proxy.close()
  }
}

const isTail = ({ url }: Call): boolean => url.includes('/tails/')
const isPart = ({ url }: Call): boolean => url.includes('partNumber=')

/** Every call that uploads make. */
const CALLS: Record<string, (call: Call) => boolean> = {
  'an object': call => call.method === 'PUT' && !isPart(call) && !isTail(call),
  'a tail': call => call.method === 'PUT' && isTail(call),
  'the beginning of an upload': ({ method, url }) => method === 'POST' && url.includes('?uploads'),
  'a part': isPart,
  'the end of an upload': ({ method, url }) => method === 'POST' && url.includes('uploadId='),
  'reading a tail': call => call.method === 'GET' && isTail(call),
  'reading a content': call =>
    call.method === 'GET' && !isTail(call) && /\/[0-9a-f]{2}\/[0-9a-f-]{36}/.test(call.url),
  'a removal': call => call.method === 'DELETE' || call.url.includes('?delete'),
}
/** Not every batch removes something. */
const RARE = 'a removal'

interface Fault {
  name: string
  disturbance: Disturbance
  /** How many calls fail; all of them without it. */
  count?: number
}

const INTERNAL_ERROR = { kind: 'answer', status: 500, code: 'InternalError' } as const
const FAULTS: readonly Fault[] = [
  { name: '500', disturbance: INTERNAL_ERROR },
  { name: '500 three times', disturbance: INTERNAL_ERROR, count: 3 },
  { name: '503 SlowDown', disturbance: { kind: 'answer', status: 503, code: 'SlowDown' } },
  { name: 'a reset connection', disturbance: { kind: 'reset' } },
  { name: 'a reset connection once', disturbance: { kind: 'reset' }, count: 1 },
  { name: 'a lost answer', disturbance: { kind: 'lose' } },
  { name: 'a lost answer once', disturbance: { kind: 'lose' }, count: 1 },
]

/** Lets each call of the store fail in each way, always and a few times. */
export const storeFaults = (proxy: StoreProxy): Disruption[] =>
  Object.entries(CALLS).flatMap(([call, matches]) =>
    FAULTS.map(({ name, disturbance, count = Number.POSITIVE_INFINITY }) => ({
      name: `${call}, ${name}`,
      expected: ['storage.unavailable'],
      isTotal: false,
      mayMiss: call === RARE,
      async begin() {
        let failed = 0
        const rule = first(count, matches, disturbance)
        proxy.use(each => {
          const answer = rule(each)
          if (answer) failed += 1
          return answer
        })
        return async () => {
          proxy.use()
          return failed
        }
      },
    })),
  )

/** Kills the server before and after the first, the second, … call of the store takes effect. */
export const storeCalls = (proxy: StoreProxy, lastCall: number): Boundary[] =>
  Array.from({ length: lastCall }, (_, index) => index + 1).flatMap(number =>
    (['before', 'after'] as const).map(when => ({
      name: `${when} call ${number} of the store`,
      async begin({ pid }) {
        let calls = 0
        const kill = () => void process.kill(pid, 'SIGKILL')
        proxy.use(() => {
          calls += 1
          if (calls !== number) return undefined
          if (when === 'after') return { kind: 'lose', answered: kill }
          kill()
          return { kind: 'reset' }
        })
        return async () => proxy.use()
      },
    })),
  )
