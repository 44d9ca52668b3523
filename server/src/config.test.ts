import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the sender of emails', () => {
  it.each([
    [{}, 'no-reply@localhost'],
    [{ APP_URL: 'https://files.example.com' }, 'no-reply@files.example.com'],
    [{ APP_URL: 'http://192.168.1.20:3000' }, 'no-reply@localhost'],
    [{ APP_URL: 'http://[::1]:3000' }, 'no-reply@localhost'],
  ])('has a default address from %j', (env, address) => {
    expect(readConfig(env).mail).toMatchObject({ from: undefined, defaultAddress: address })
  })

  it.each([
    ['post@example.com', { name: '', address: 'post@example.com' }],
    ['"Our files" <post@example.com>', { name: 'Our files', address: 'post@example.com' }],
  ])('is read from %j', (MAIL_FROM, from) => {
    expect(readConfig({ MAIL_FROM }).mail.from).toEqual(from)
  })

  it.each(['nobody', 'A <a@example.com>, B <b@example.com>', 'A\r\nBcc: b <a@example.com>'])(
    'rejects %j',
    MAIL_FROM => {
      expect(() => readConfig({ MAIL_FROM })).toThrow('MAIL_FROM')
    },
  )
})

it.each([
  [undefined, 0],
  ['false', 0],
  ['true', 1],
  ['1', 1],
  ['2', 2],
])('TRUST_PROXY=%s trusts that many proxies', (TRUST_PROXY, proxies) => {
  expect(readConfig({ TRUST_PROXY }).proxies).toBe(proxies)
})

it('rejects a mail server URL with another protocol', () => {
  expect(() => readConfig({ SMTP_URL: 'https://mail.example.com' })).toThrow('SMTP_URL')
  expect(readConfig({ SMTP_URL: 'smtps://mail.example.com' }).mail.smtpUrl).toBeDefined()
})

it('metrics that others can reach need a token', () => {
  const port = { METRICS_PORT: '9400' }
  expect(readConfig(port).operation.metricsHost).toBe('127.0.0.1')
  expect(() => readConfig({ ...port, METRICS_HOST: '0.0.0.0' })).toThrow('needs METRICS_TOKEN')
  const token = { METRICS_TOKEN: 'sixteen characters at least' }
  expect(() => readConfig({ ...token, PROCESSES: 'auto' })).toThrow('needs METRICS_PORT')
  readConfig({ ...port, ...token, METRICS_HOST: '0.0.0.0', PROCESSES: 'auto' })
})
