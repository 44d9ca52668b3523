import { expect, it } from 'vitest'
import { endpointOf, S3_REGIONS } from './storage-providers.ts'

it('offers the 22 regions of the specification, from us-east-1 to sa-east-1', () => {
  expect([S3_REGIONS.length, new Set(S3_REGIONS).size]).toEqual([22, 22])
  expect([S3_REGIONS[0], S3_REGIONS.at(-1)]).toEqual(['us-east-1', 'sa-east-1'])
})

it.each([
  ['s3', 'eu-west-3', 'https://s3.eu-west-3.amazonaws.com'],
  ['storj', 'eu1', 'https://gateway.storjshare.io'],
  ['spaces', 'fra1', 'https://fra1.digitaloceanspaces.com'],
  ['oss', 'oss-cn-beijing', 'https://oss-cn-beijing.aliyuncs.com'],
  ['other', 'x', null],
] as const)('knows the address of %s in %s', (driver, region, endpoint) => {
  expect(endpointOf(driver, region)).toBe(endpoint)
})
