import type { Plugin } from 'rolldown'

/** Packages that our packages import for functions that we do not call. */
const UNUSED: Record<string, string> = {
  // `@fastify/static` lists files only without wildcard routes.
  glob: 'glob',
  // Fastify calls it for `inject`, which only tests use.
  'light-my-request': 'default',
}
const PREFIX = '\0unused:'

/** Replaces packages that are never called by functions that throw. */
export const unusedPackages: Plugin = {
  name: 'unused-packages',
  resolveId: id => (id in UNUSED ? `${PREFIX}${id}` : undefined),
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined
    const name = id.slice(PREFIX.length)
    return `module.exports = { ${UNUSED[name]}() { throw new Error('${name} is not part of the build') } }`
  },
}

const GENERATED = /return new Function\('path', 'i',.*$/m

/**
 * The router compiles a function for every part of every URL, which took a fifth of the time of
 * registering the routes; comparing strings is as fast.
 */
export const routerWithoutGeneratedCode: Plugin = {
  name: 'router-without-generated-code',
  transform: {
    filter: { id: /\/find-my-way\/lib\/node\.js$/ },
    handler(code) {
      if (!GENERATED.test(code)) return this.error('find-my-way compiles prefixes in another way')
      const simple = code.replace(GENERATED, 'return (path, i) => path.startsWith(prefix, i)')
      return { code: simple, map: null }
    },
  },
}

/** Built-in modules that Fastify loads for nothing, and what it needs instead. */
const FASTIFY_BUILTINS = [
  // We serve HTTP/1; a proxy in front may speak HTTP/2.
  { line: "const http2 = require('node:http2')", instead: 'const http2 = {}' },
  // It is a global too.
  { line: "const { performance } = require('node:perf_hooks')", instead: '' },
]

/** Loading `node:http2` alone takes a tenth of the start. */
export const fastifyWithoutBuiltins: Plugin = {
  name: 'fastify-without-builtins',
  transform: {
    filter: { id: /\/fastify\/lib\/(?:server|logger-factory)\.js$/ },
    handler(code, id) {
      const unused = FASTIFY_BUILTINS.find(({ line }) => code.includes(line))
      if (!unused) return this.error(`${id} loads its built-in modules in another way`)
      return { code: code.replace(unused.line, unused.instead), map: null }
    },
  },
}
