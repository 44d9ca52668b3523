const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether an address uses HTTPS, or is on the same machine, where it needs none. False for invalid ones. */
export function isSecureUrl(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
  return protocol === 'https:' || LOCAL_HOST.test(hostname)
}
