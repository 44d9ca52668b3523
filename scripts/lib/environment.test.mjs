import { expect, it } from 'vitest'
import { environment, isolatedEnvironment } from './environment.mjs'

it('a server with data of its own gets no variable of the shell but the path', () => {
  const variables = isolatedEnvironment({ DATA_DIR: '/tmp/demo' })
  expect(variables).toEqual({ PATH: environment.PATH, DATA_DIR: '/tmp/demo' })
})
