import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const DESCRIBING = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/

/** What the page of the interface says of a call. */
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g

/**
 * In a browser schemas judge and are never described as JSON Schema, yet each kind of schema carries
 * along what describes it, and no tool sees that it is unused; so
 * does each call its summary. The server keeps both.
 */
export function plainSchemas(): Plugin {
  return {
    name: 'plain-schemas',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contract\/src\/[\w-]+\.ts$/.test(id)) return null
      return { code: code.replaceAll(SUMMARY, "summary: ''"), map: null }
    },
    async load(id) {
      if (!DESCRIBING.test(id)) return null
      const source = await readFile(id, 'utf8')
      const names = source.matchAll(/^export (?:const|function) (\w+)/gm)
      const refusal = "() => { throw new Error('Schemas are not described here.') }"
      return [...names].map(([, name]) => `export const ${name} = () => ${refusal}`).join('\n')
    },
  }
}
